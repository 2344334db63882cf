import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ZONE, dayIn } from '@/agenda/zone'
import { addDays, formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { studentsQuery } from '@/students/use-students'
import { sharedBackend, type Coach } from '../../support/backend'
import { gate } from '../../support/gate'
import { heldBack, refused } from '../../support/network'
import { openScreen, fill } from '../../support/render'
import { travelTo } from '../../support/travel'
import { addStudent } from '../../support/world/api'
import { LESSONS_TAB } from './support'

const backend = await sharedBackend()
let coach: Coach

beforeEach(async () => {
  coach = await backend.coach()
})

const card = async () => within(await screen.findByRole('region', { name: 'Combinados' }))
const stored = () =>
  backend.sql(
    'select version, notice_hours, makeup_days, note, ends_on is null as stands from public.agreements where user_id = $1 order by version',
    [coach.id],
  )

const publish = (notice_hours: number, starts_on: string, seen: number) =>
  coach.client
    .rpc('save_agreement', { agreement: { starts_on, notice_hours, makeup_days: 0, note: null, seen } })
    .throwOnError()

describe('combinados', () => {
  it('are written with a preview, published, changed from today on, sent to the students, and taken down', async () => {
    await addStudent(coach, { name: 'Marina Costa' })
    const { user } = await openScreen(LESSONS_TAB, { backend, coach })
    const agreed = await card()
    expect(await agreed.findByText(/Até publicar, nada muda/)).toBeInTheDocument()
    await user.click(agreed.getByRole('button', { name: 'Escrever combinados' }))

    const notice = await agreed.findByLabelText('Aviso antes da aula (horas)')
    expect(notice).toHaveValue('24')
    const preview = () => within(agreed.getByRole('region', { name: 'Assim os alunos leem' }))
    expect(preview().getByText(/^Avise até 24 horas antes: .* vale até o fim do pacote\.$/)).toBeVisible()
    fill(notice, '169')
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    expect(await agreed.findByText('Deve ser de 0 a 168 horas')).toBeInTheDocument()
    fill(notice, '12')
    const makeup = agreed.getByLabelText('Prazo da reposição (dias)')
    fill(makeup, '30')
    fill(agreed.getByRole('textbox', { name: /Suas palavras/ }), 'Traga água.')
    expect(
      preview()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Avise até 12 horas antes: a aula não é cobrada, e o crédito volta e vale pelo menos até 30 dias depois da aula; esses prazos não se somam.',
      'Falta sem aviso, ou avisada depois disso, é cobrada.',
      'Chuva ou cancelamento do professor: a aula não é cobrada.',
      'Traga água.',
    ])
    expect(agreed.getByLabelText('Vale a partir de')).toHaveAccessibleDescription(/mais de 12 horas depois/)
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    await agreed.findByText(`Vale desde ${formatDate(dayIn(DEFAULT_ZONE, new Date()))}`)
    expect(await stored()).toEqual([
      { version: 1, notice_hours: 12, makeup_days: 30, note: 'Traga água.', stands: true },
    ])

    await user.click(agreed.getByRole('button', { name: 'Editar Combinados' }))
    await user.clear(await agreed.findByLabelText('Prazo da reposição (dias)'))
    fill(agreed.getByLabelText('Prazo da reposição (dias)'), '0')
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    expect(await agreed.findByText('1 versão anterior')).toBeInTheDocument()

    await user.click(await agreed.findByRole('button', { name: 'Enviar aos alunos' }))
    const message = await screen.findByRole('dialog')
    const text = await within(message).findByRole('textbox')
    expect(text).toHaveDisplayValue(/^Oi, Marina![^]*• Avise até 12 horas antes: [^]*• Traga água\./)
    await user.keyboard('{Escape}')

    await user.click(await agreed.findByRole('button', { name: 'Tirar do ar' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Tirar do ar' }),
    )
    expect(await agreed.findByRole('button', { name: 'Escrever combinados' })).toBeInTheDocument()
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ stands: false }, { makeup_days: 0, stands: false }]),
    )
  })

  it('that are the same, also from a later day on, are neither published again nor said to be', async () => {
    const today = dayIn(DEFAULT_ZONE, new Date())
    await publish(12, today, 0)
    const { user } = await openScreen(LESSONS_TAB, { backend, coach })
    const agreed = await card()
    await user.click(await agreed.findByRole('button', { name: 'Editar Combinados' }))
    fill(await agreed.findByLabelText('Vale a partir de'), addDays(today, 9))
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    await agreed.findByRole('button', { name: 'Editar Combinados' })
    expect(screen.queryByText('Combinados publicados')).not.toBeInTheDocument()
    expect(await stored()).toHaveLength(1)
  })

  // The students had been sent today's, and noted as told of the next ones.
  it('that begin later are sent to the students with their day', async () => {
    const told = await addStudent(coach, { name: 'Ana Souza' })
    await addStudent(coach, { name: 'Marina Costa' })
    const today = dayIn(DEFAULT_ZONE, new Date())
    await publish(12, today, 0)
    await publish(48, addDays(today, 10), 1)
    // Of several sittings the next one goes on with whoever is left.
    await coach.client
      .from('notices')
      .insert({ kind: 'agreement', student_id: told, cause: '2' })
      .throwOnError()
    const noted = gate()
    const intercept = heldBack('/notices', noted)
    const { user } = await openScreen(LESSONS_TAB, { backend, coach, intercept })
    const agreed = await card()
    const { queryKey } = studentsQuery(coach.id)
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toHaveLength(2))
    await agreed.findByText(/Avise até 48 horas antes/)
    // The button would begin with who has been told.
    expect(agreed.queryByRole('button', { name: 'Enviar aos alunos' })).not.toBeInTheDocument()
    noted.open()
    await user.click(await agreed.findByRole('button', { name: 'Enviar aos alunos' }))
    const text = await within(await screen.findByRole('dialog')).findByRole('textbox')
    expect(text).toHaveDisplayValue(
      new RegExp(
        `^Oi, Marina![^]*Vale a partir de ${formatDate(addDays(today, 10))}:\n• Avise até 48 horas antes`,
      ),
    )
  })

  it('are not sent while the device cannot learn who was sent them', async () => {
    await addStudent(coach, { name: 'Ana Souza' })
    await publish(12, dayIn(DEFAULT_ZONE, new Date()), 0)
    await openScreen(LESSONS_TAB, { backend, coach, intercept: refused('/notices', 403) })
    const agreed = await card()
    await agreed.findByText(/Avise até 12 horas antes/)
    await waitFor(() => expect(queryClient.getQueryState([coach.id, 'notices'])?.status).toBe('error'))
    await waitFor(() => expect(queryClient.getQueryData(studentsQuery(coach.id).queryKey)).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    // The button would begin with who has been told.
    expect(agreed.queryByRole('button', { name: 'Enviar aos alunos' })).not.toBeInTheDocument()
  })

  it('that another device publishes meanwhile are not replaced unread', async () => {
    const elsewhere = async (change: object) =>
      (
        await coach.client
          .rpc('save_agreement', {
            agreement: {
              starts_on: dayIn(DEFAULT_ZONE, new Date()),
              notice_hours: 24,
              makeup_days: 0,
              note: null,
              ...change,
            },
          })
          .throwOnError()
      ).data
    const { user } = await openScreen(LESSONS_TAB, { backend, coach })
    const agreed = await card()
    await user.click(await agreed.findByRole('button', { name: 'Escrever combinados' }))
    fill(await agreed.findByLabelText('Aviso antes da aula (horas)'), '12')
    await elsewhere({ notice_hours: 6 })
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    expect(await agreed.findByText(/Isto mudou em outro aparelho/)).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ notice_hours: 6 }])
    // After a change of another field on the other device, both changes hold; the next save is on top of what was read.
    await elsewhere({ notice_hours: 6, makeup_days: 10 })
    await user.click(agreed.getByRole('button', { name: 'Salvar o meu' }))
    expect(await screen.findByText('De outro aparelho: Prazo da reposição (dias): 10')).toBeInTheDocument()
    expect((await stored()).at(-1)).toMatchObject({ notice_hours: 12, makeup_days: 10 })
    await agreed.findByRole('button', { name: 'Tirar do ar' })
    await elsewhere({ notice_hours: 48 })
    await user.click(agreed.getByRole('button', { name: 'Tirar do ar' }))
    await user.click(
      within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Tirar do ar' }),
    )
    expect(await screen.findByText(/mudaram em outro aparelho/)).toBeInTheDocument()
    expect(await agreed.findByText(/^Avise até 48 horas antes/)).toBeInTheDocument()
    expect((await stored()).at(-1)).toMatchObject({ notice_hours: 48, stands: true })
  })

  it('that another device takes down meanwhile are published as they are shown, once the coach knows', async () => {
    const agreement = {
      starts_on: dayIn(DEFAULT_ZONE, new Date()),
      notice_hours: 12,
      makeup_days: 30,
      note: null,
    }
    await coach.client.rpc('save_agreement', { agreement }).throwOnError()
    const { user } = await openScreen(LESSONS_TAB, { backend, coach })
    const agreed = await card()
    await user.click(await agreed.findByRole('button', { name: 'Editar Combinados' }))
    fill(await agreed.findByRole('textbox', { name: /Suas palavras/ }), 'Traga água.')
    await coach.client.rpc('end_agreement').throwOnError()
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    expect(await screen.findByText(/mudaram em outro aparelho/)).toBeInTheDocument()
    expect(await stored()).toMatchObject([{ stands: false }])
    expect(agreed.getByLabelText('Aviso antes da aula (horas)')).toHaveValue('12')
    await user.click(agreed.getByRole('button', { name: 'Publicar combinados' }))
    await waitFor(async () =>
      expect((await stored()).at(-1)).toEqual({
        version: 2,
        notice_hours: 12,
        makeup_days: 30,
        note: 'Traga água.',
        stands: true,
      }),
    )
  })

  it('of a coach without a time zone begin when the students read so, not by the device', async () => {
    // A zone in which it is already tomorrow.
    travelTo('Pacific/Kiritimati')
    const tomorrow = addDays(dayIn(DEFAULT_ZONE, new Date()), 1)
    await coach.client
      .rpc('save_agreement', {
        agreement: { starts_on: tomorrow, notice_hours: 24, makeup_days: 0, note: null },
      })
      .throwOnError()
    await openScreen(LESSONS_TAB, { backend, coach })
    expect(await (await card()).findByText(`A partir de ${formatDate(tomorrow)}`)).toBeInTheDocument()
  })
})
