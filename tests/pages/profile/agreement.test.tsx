import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { DEFAULT_ZONE, dayIn } from '@/agenda/zone'
import { addDays, formatDate } from '@/core/dates'
import { queryClient } from '@/data/queries/query-client'
import { studentsQuery } from '@/students/use-students'
import { backend, coach, ownCoach } from '../../support/coach'
import { gate } from '../../support/gate'
import { heldBack, refused } from '../../support/network'
import { openScreen, fill, press, sees, seesText, type Intercept } from '../../support/render'
import { travelTo } from '../../support/travel'
import { addStudent } from '../../support/world/api'
import { LESSONS_TAB } from './support'

ownCoach()

const today = dayIn(DEFAULT_ZONE, new Date())
/** Opens the card, and its form by this button. */
async function open({ button, intercept = null }: { button?: string; intercept?: Intercept | null } = {}) {
  const { user } = await openScreen(LESSONS_TAB, { backend, coach, intercept })
  const agreed = within(await screen.findByRole('region', { name: 'Combinados' }))
  if (button !== undefined) await press(user, button)
  const takeDown = async () => {
    await press(user, 'Tirar do ar')
    const question = within(await screen.findByRole('alertdialog'))
    await user.click(question.getByRole('button', { name: 'Tirar do ar' }))
  }
  return { user, agreed, takeDown }
}
const [WRITE, EDIT, PUBLISH] = ['Escrever combinados', 'Editar Combinados', 'Publicar combinados']
const NOTICE = 'Aviso antes da aula (horas)'
const MAKEUP = 'Prazo da reposição (dias)'
/** No button to send them: it would begin with who has been told. */
const cannotSend = () =>
  expect(screen.queryByRole('button', { name: 'Enviar aos alunos' })).not.toBeInTheDocument()
const stored = () =>
  backend.sql(
    `select version, notice_hours, makeup_days, note, ends_on is null as stands
       from public.agreements where user_id = $1 order by version`,
    [coach.id],
  )

/** As another device does. */
const publish = (change: { notice_hours: number; starts_on?: string; makeup_days?: number; seen?: number }) =>
  coach.client
    .rpc('save_agreement', { agreement: { starts_on: today, makeup_days: 0, note: null, ...change } })
    .throwOnError()

describe('combinados', () => {
  it('are written with a preview, published, changed from today on, sent to the students, and taken down', async () => {
    await addStudent(coach, { name: 'Marina Costa' })
    const { user, agreed, takeDown } = await open()
    await sees(agreed, /Até publicar, nada muda/)
    await press(user, WRITE)

    const notice = await agreed.findByLabelText(NOTICE)
    expect(notice).toHaveValue('24')
    const preview = () => within(agreed.getByRole('region', { name: 'Assim os alunos leem' }))
    expect(preview().getByText(/^Avise até 24 horas antes: .* vale até o fim do pacote\.$/)).toBeVisible()
    fill(notice, '169')
    await press(user, PUBLISH)
    await sees(agreed, 'Deve ser de 0 a 168 horas')
    fill(notice, '12')
    fill(agreed.getByLabelText(MAKEUP), '30')
    fill(agreed.getByRole('textbox', { name: /Suas palavras/ }), 'Traga água.')
    expect(
      preview()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Avise até 12 horas antes: a aula não é cobrada, e o crédito volta e vale pelo menos até 30 dias ' +
        'depois da aula; esses prazos não se somam.',
      'Falta sem aviso, ou avisada depois disso, é cobrada.',
      'Chuva ou cancelamento do professor: a aula não é cobrada.',
      'Traga água.',
    ])
    expect(agreed.getByLabelText('Vale a partir de')).toHaveAccessibleDescription(/mais de 12 horas depois/)
    await press(user, PUBLISH)
    await agreed.findByText(`Vale desde ${formatDate(today)}`)
    expect(await stored()).toEqual([
      { version: 1, notice_hours: 12, makeup_days: 30, note: 'Traga água.', stands: true },
    ])

    await press(user, EDIT)
    fill(await agreed.findByLabelText(MAKEUP), '0')
    await press(user, PUBLISH)
    await sees(agreed, '1 versão anterior')

    await press(user, 'Enviar aos alunos')
    const text = await within(await screen.findByRole('dialog')).findByRole('textbox')
    expect(text).toHaveDisplayValue(/^Oi, Marina![^]*• Avise até 12 horas antes: [^]*• Traga água\./)
    await user.keyboard('{Escape}')

    await takeDown()
    await seesText('Combinados fora do ar')
    expect(await agreed.findByRole('button', { name: WRITE })).toBeInTheDocument()
    await waitFor(async () =>
      expect(await stored()).toMatchObject([{ stands: false }, { makeup_days: 0, stands: false }]),
    )
  })

  it('that are the same, also from a later day on, are neither published again nor said to be', async () => {
    await publish({ notice_hours: 12 })
    const { user, agreed } = await open({ button: EDIT })
    fill(await agreed.findByLabelText('Vale a partir de'), addDays(today, 9))
    await press(user, PUBLISH)
    await agreed.findByRole('button', { name: EDIT })
    expect(screen.queryByText('Combinados publicados')).not.toBeInTheDocument()
    expect(await stored()).toHaveLength(1)
  })

  // The students had been sent today's, and noted as told of the next ones.
  it('that begin later are sent to the students with their day', async () => {
    const told = await addStudent(coach, { name: 'Ana Souza' })
    await addStudent(coach, { name: 'Marina Costa' })
    await publish({ notice_hours: 12 })
    await publish({ notice_hours: 48, starts_on: addDays(today, 10), seen: 1 })
    // Of several sittings the next one goes on with whoever is left.
    await coach.client
      .from('notices')
      .insert({ kind: 'agreement', student_id: told, cause: '2' })
      .throwOnError()
    const noted = gate()
    const { user, agreed } = await open({ intercept: heldBack('/notices', noted) })
    const { queryKey } = studentsQuery(coach.id)
    await waitFor(() => expect(queryClient.getQueryData(queryKey)).toHaveLength(2))
    await agreed.findByText(/Avise até 48 horas antes/)
    cannotSend()
    noted.open()
    await press(user, 'Enviar aos alunos')
    const text = await within(await screen.findByRole('dialog')).findByRole('textbox')
    expect(text).toHaveDisplayValue(
      new RegExp(
        `^Oi, Marina![^]*Vale a partir de ${formatDate(addDays(today, 10))}:\n• Avise até 48 horas antes`,
      ),
    )
  })

  it('are not sent while the device cannot learn who was sent them', async () => {
    await addStudent(coach, { name: 'Ana Souza' })
    await publish({ notice_hours: 12 })
    const { agreed } = await open({ intercept: refused('/notices', 403) })
    await agreed.findByText(/Avise até 12 horas antes/)
    await waitFor(() => expect(queryClient.getQueryState([coach.id, 'notices'])?.status).toBe('error'))
    await waitFor(() => expect(queryClient.getQueryData(studentsQuery(coach.id).queryKey)).toHaveLength(1))
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    cannotSend()
  })

  it('that another device publishes meanwhile are not replaced unread', async () => {
    const { user, agreed, takeDown } = await open({ button: WRITE })
    fill(await agreed.findByLabelText(NOTICE), '12')
    await publish({ notice_hours: 6 })
    await press(user, PUBLISH)
    await sees(agreed, /Isto mudou em outro aparelho/)
    expect(await stored()).toMatchObject([{ notice_hours: 6 }])
    // After a change of another field on the other device, both changes hold; the next save is on top of what was read.
    await publish({ notice_hours: 6, makeup_days: 10 })
    await press(user, 'Salvar o meu')
    await seesText('De outro aparelho: Prazo da reposição (dias): 10')
    expect((await stored()).at(-1)).toMatchObject({ notice_hours: 12, makeup_days: 10 })
    await agreed.findByRole('button', { name: 'Tirar do ar' })
    await waitFor(() => expect(queryClient.isFetching()).toBe(0))
    await publish({ notice_hours: 48 })
    await takeDown()
    await seesText(/mudaram em outro aparelho/, /^Avise até 48 horas antes/)
    expect((await stored()).at(-1)).toMatchObject({ notice_hours: 48, stands: true })
  })

  it('that another device takes down meanwhile are published as they are shown, once the coach knows', async () => {
    await publish({ notice_hours: 12, makeup_days: 30 })
    const { user, agreed } = await open({ button: EDIT })
    fill(await agreed.findByRole('textbox', { name: /Suas palavras/ }), 'Traga água.')
    await coach.client.rpc('end_agreement').throwOnError()
    await press(user, PUBLISH)
    await seesText(/mudaram em outro aparelho/)
    expect(await stored()).toMatchObject([{ stands: false }])
    expect(agreed.getByLabelText(NOTICE)).toHaveValue('12')
    await press(user, PUBLISH)
    const mine = { version: 2, notice_hours: 12, makeup_days: 30, note: 'Traga água.', stands: true }
    await waitFor(async () => expect((await stored()).at(-1)).toEqual(mine))
  })

  it('of a coach without a time zone begin when the students read so, not by the device', async () => {
    // A zone in which it is already tomorrow.
    travelTo('Pacific/Kiritimati')
    const tomorrow = addDays(today, 1)
    await publish({ notice_hours: 24, starts_on: tomorrow })
    const { agreed } = await open()
    await sees(agreed, `A partir de ${formatDate(tomorrow)}`)
  })
})
