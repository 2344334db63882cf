import { screen } from '@testing-library/react'
import { dayIn } from '@/agenda/zone'
import { addDays, formatDate } from '@/core/dates'
import type { Uuid } from '@/core/model'
import type { Backend, Coach } from '../../support/backend'
import { openScreen, type Intercept, type Screen } from '../../support/render'

export const openProfile = (backend: Backend, coach: Coach, id: Uuid, search = '') =>
  openScreen(`/app/students/${id}${search}`, { backend, coach })

/** Fails every write to one table or function with a plain server error. */
export const failingWrites =
  (path: string): Intercept =>
  async (request, send) =>
    request.method !== 'GET' && new URL(request.url).pathname.endsWith(path)
      ? Response.json({}, { status: 500 })
      : send(request)

export const expiredLogin: Intercept = async (request, send) => {
  const { pathname, search } = new URL(request.url)
  const renewal = pathname.endsWith('/token') && search.includes('refresh_token')
  const body = JSON.stringify(
    renewal
      ? { code: 400, error_code: 'refresh_token_not_found', msg: 'Invalid Refresh Token' }
      : { code: 'PGRST303', message: 'JWT expired', details: null, hint: null },
  )
  const headers = { 'content-type': 'application/json' }
  if (renewal) return new Response(body, { status: 400, headers })
  return pathname.startsWith('/rest/') ? new Response(body, { status: 401, headers }) : send(request)
}

/** Chooses an action in the student's '⋯' menu. */
export async function chooseMore(user: Screen['user'], name: string): Promise<void> {
  await user.click(await screen.findByRole('button', { name: /^Mais ações: (?!Pacote)/ }))
  await user.click(await screen.findByRole('button', { name }))
}

/**
 * Gives the student places in five lessons: last midnight, and at 19:00 on the next four days. Returns what the toast
 * says when these places are free again: it leaves out the place that was given back, the skipped lesson and the lesson
 * that is over.
 */
export async function takesPlaces(backend: Backend, coach: Coach, id: Uuid): Promise<string> {
  const zone = 'America/Sao_Paulo'
  const dayAfter = (days: number) => addDays(dayIn(zone, new Date()), days)
  for (const day of [0, 1, 2, 3, 4]) {
    await backend.sql(
      `with s as (insert into public.lesson_slots (user_id, start_time, starts_on, ends_on)
                  values ($1, $5, $2, $2) returning id),
            hour as (select id, ($2::date + $5::text::time) at time zone $6 as start from s),
            said as (insert into public.lesson_replies
                       (user_id, slot_id, slot_date, student_id, reply, told_by, for_start)
                     select $1, id, $2, $3, 'not_coming', 'student', start from hour where $4 = '3'),
            skipped as (insert into public.slot_exceptions (user_id, slot_id, slot_date, reason)
                        select $1, id, $2, 'rain' from s where $4 = '4')
       insert into public.occurrence_guests (user_id, slot_id, slot_date, student_id, source, for_start)
       select $1, id, $2, $3, 'opening', start from hour`,
      [coach.id, dayAfter(day), id, String(day), day === 0 ? '00:00' : '19:00', zone],
    )
  }
  const [first, second] = [1, 2].map((day) => `${formatDate(dayAfter(day))}, 19:00`)
  return `Lugares que tinha aceitado e ficaram livres: ${first} · ${second}`
}
