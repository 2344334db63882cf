import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { addDays, formatDate } from '@/core/dates'
import { overlapText } from '@/recess/rules'
import { backend, coach, ownCoach } from '../../support/coach'
import { hold } from '../../support/network'
import { openScreen, fill, press, sees, seesText } from '../../support/render'
import { HERE, once, planSlots } from '../../support/world/agenda'
import { addStudent, sellPackage } from '../../support/world/api'
import { giveFloor } from '../../support/world/past'
import { daysFromToday, newId } from '../../support/world/values'
import { LESSONS_TAB } from './support'

ownCoach()

const open = () => openScreen(LESSONS_TAB, { backend, coach })
const card = async () => within(await screen.findByRole('region', { name: 'Regras das aulas' }))
/** Opens the card, and a new recess of these days from today. */
async function newRecess(from: number, until: number) {
  const opened = await open()
  const rules = await card()
  await opened.user.click(rules.getByRole('button', { name: 'Novo recesso' }))
  await fillDays(rules, from, until)
  /** The recess is given, and read to be. */
  const give = async () => {
    await press(opened.user, 'Dar recesso')
    await screen.findByText('Recesso registrado')
  }
  return { ...opened, rules, give }
}
type Card = Awaited<ReturnType<typeof card>>
async function fillDays(rules: Card, from: number, until: number) {
  fill(await rules.findByLabelText('De'), daysFromToday(from))
  fill(rules.getByLabelText('Até'), daysFromToday(until))
}
const untilSays = (rules: Card, what: string) =>
  waitFor(() => expect(rules.getByLabelText('Até')).toHaveAccessibleDescription(what))
const expiries = () =>
  backend.sql<{ expiry: string }>(
    'select expiry_date::text expiry from public.packages where user_id = $1 order by total_classes',
    [coach.id],
  )

describe('the rules', () => {
  it('begin with the oldest package, no days, and change in place; a recess that meets nothing says so', async () => {
    const { user } = await open()
    const rules = await card()
    await sees(rules, 'O mais antigo', '0 dias')
    await user.click(rules.getByRole('button', { name: 'Editar Regras das aulas' }))
    await user.selectOptions(await rules.findByLabelText('Pacote que a aula usa'), 'O que vence primeiro')
    const days = rules.getByLabelText('Validade extra em aula cancelada (dias)')
    fill(days, '366')
    await user.click(rules.getByRole('button', { name: 'Salvar' }))
    expect(await rules.findByText('Máximo de 365 dias')).toBeInTheDocument()
    fill(days, '7')
    const showPix = rules.getByRole('checkbox', { name: 'Mostrar PIX na página do aluno' })
    expect(showPix).toHaveAccessibleDescription(/Se a chave é o seu CPF, ele aparece ali/)
    await user.click(showPix)
    await user.click(rules.getByRole('button', { name: 'Salvar' }))
    await sees(rules, '7 dias', 'O que vence primeiro')
    const stored = 'select package_order, cancel_extension_days, show_pix from public.profiles where id = $1'
    expect(await backend.sql(stored, [coach.id])).toEqual([
      { package_order: 'expires_first', cancel_extension_days: 7, show_pix: true },
    ])

    // A recess during which no package is valid extends none.
    await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
    await fillDays(rules, 0, 0)
    await press(user, 'Dar recesso')
    await untilSays(rules, 'Nenhum pacote ganha validade, e não há aula planejada nesses dias')
  })
})

describe('a recess', () => {
  it('shows the old and new dates before, gives the days, and is undone from there', async () => {
    const student = await addStudent(coach, { name: 'Bia Nunes' })
    const valid = daysFromToday(20)
    await sellPackage(coach, student, { total_classes: 2, expiry_date: valid })
    await sellPackage(coach, student, { total_classes: 3, expiry_date: daysFromToday(-1) })
    const { user, rules, give } = await newRecess(10, 5)
    await press(user, 'Dar recesso')
    await sees(rules, 'A data final vem antes da inicial')
    fill(rules.getByLabelText('Até'), daysFromToday(16))
    await sees(rules, '1 pacote ganha validade', formatDate(addDays(valid, 7)))
    await give()
    expect(await expiries()).toEqual([{ expiry: addDays(valid, 7) }, { expiry: daysFromToday(-1) }])

    const reason = `Recesso de ${formatDate(daysFromToday(10))} a ${formatDate(daysFromToday(16))}`
    await user.click(await rules.findByRole('button', { name: `Desfazer ${reason}` }))
    const help = 'Validade e agenda voltam ao que eram sem ele.'
    expect(await screen.findByText(`${reason}. 1 pacote. ${help}`)).toBeInTheDocument()
    await press(user, 'Desfazer recesso')
    await screen.findByText('Recesso desfeito')
    expect(await expiries()).toEqual([{ expiry: valid }, { expiry: daysFromToday(-1) }])
    await waitFor(() => expect(rules.queryByText(reason)).not.toBeInTheDocument())
  })

  it('whose first day is corrected is not said any more to end before it', async () => {
    const { user, rules } = await newRecess(10, 5)
    await press(user, 'Dar recesso')
    await untilSays(rules, 'A data final vem antes da inicial')
    fill(rules.getByLabelText('De'), daysFromToday(3))
    await untilSays(rules, '')
  })

  it('says the dates that come of it where a floor takes its days up', async () => {
    const student = await addStudent(coach)
    const pkg = await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
    const short = await sellPackage(coach, student, { total_classes: 1, expiry_date: daysFromToday(19) })
    await giveFloor(backend, pkg, daysFromToday(22))
    await giveFloor(backend, short, daysFromToday(40))
    const { rules, give } = await newRecess(10, 16)
    await sees(rules, '1 pacote ganha validade', formatDate(daysFromToday(27)))
    await give()
    expect(await expiries()).toEqual([{ expiry: daysFromToday(40) }, { expiry: daysFromToday(27) }])
  })

  it('says that nothing is planned only once the agenda of its days was read', async () => {
    const day = daysFromToday(80)
    await planSlots(coach, HERE, { add: [once(day, '12:00', [])] })
    const none = /não há aula planejada nesses dias/
    const { intercept, rules } = await newRecess(0, 1)
    expect(await rules.findByText(none)).toBeInTheDocument()
    const slow = hold(intercept, '/rpc/get_agenda')
    fill(rules.getByLabelText('Até'), day)
    fill(rules.getByLabelText('De'), day)
    expect(rules.queryByText(none)).not.toBeInTheDocument()
    slow.open()
    expect(await rules.findByText('1 aula planejada sai da agenda')).toBeInTheDocument()
  })

  it('of days that another recess has is refused, with its days; said before where it is known', async () => {
    const student = await addStudent(coach)
    await sellPackage(coach, student, { expiry_date: daysFromToday(40) })
    const { user, rules, give } = await newRecess(10, 16)
    await sees(rules, '1 pacote ganha validade')
    // Another device gives an overlapping recess.
    const given = 'insert into public.recesses (id, user_id, first_day, last_day) values ($1, $2, $3, $4)'
    await backend.sql(given, [newId(), coach.id, daysFromToday(16), daysFromToday(18)])
    const longer = 'update public.packages set expiry_date = $1 where user_id = $2'
    await backend.sql(longer, [daysFromToday(43), coach.id])
    await press(user, 'Dar recesso')
    const told = overlapText({ from: daysFromToday(16), until: daysFromToday(18) }, daysFromToday(0))
    await untilSays(rules, told)
    expect(await expiries()).toEqual([{ expiry: daysFromToday(43) }])
    fill(rules.getByLabelText('Até'), daysFromToday(15))
    // What the other one moved is read anew.
    await sees(rules, formatDate(daysFromToday(49)))
    await give()
    expect(await expiries()).toEqual([{ expiry: daysFromToday(49) }])

    await press(user, 'Novo recesso')
    await fillDays(rules, 19, 20)
    await sees(rules, '1 pacote ganha validade')
    fill(rules.getByLabelText('De'), daysFromToday(18))
    await untilSays(rules, told)
    // Nor does the form promise days that it would refuse.
    expect(rules.queryByText('1 pacote ganha validade')).not.toBeInTheDocument()
  })

  it('undone passes over what cannot change any more, and says how many', async () => {
    const [kept, leaving] = [await addStudent(coach), await addStudent(coach)]
    for (const student of [kept, leaving])
      await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
    const { user, rules } = await newRecess(0, 2)
    await press(user, 'Dar recesso')
    await sees(rules, '2 pacotes')
    const left = { student_uuid: leaving, erase_group_notes: false }
    await coach.client.rpc('anonymize_student', left).throwOnError()
    await user.click(rules.getByRole('button', { name: /^Desfazer/ }))
    await press(user, 'Desfazer recesso')
    await seesText(
      /^1 pacote não existe mais ou não pode mudar\. Marina Costa: validade do Pacote de 4 aulas: −3 dias, /,
    )
    const dates = [{ expiry: daysFromToday(20) }, { expiry: daysFromToday(23) }]
    expect(await expiries()).toEqual(expect.arrayContaining(dates))
  })
})
