import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, it } from 'vitest'
import { DEFAULT_ZONE, dayIn } from '@/agenda/zone'
import { addDays, formatDate } from '@/core/dates'
import { overlapText } from '@/recess/rules'
import { sharedBackend, type Coach } from '../../support/backend'
import { openScreen, fill } from '../../support/render'
import { addStudent, sellPackage } from '../../support/world/api'
import { daysFromToday, newId } from '../../support/world/values'
import { LESSONS_TAB } from './support'

const backend = await sharedBackend()

const card = async () => within(await screen.findByRole('region', { name: 'Regras das aulas' }))

describe('the rules of lessons', () => {
  let coach: Coach

  beforeEach(async () => {
    coach = await backend.coach()
  })

  const open = () => openScreen(LESSONS_TAB, { backend, coach })
  const expiries = () =>
    backend.sql<{ expiry: string }>(
      'select expiry_date::text expiry from public.packages where user_id = $1 order by total_classes',
      [coach.id],
    )

  describe('the rules', () => {
    it('begin with the oldest package and no days, and are changed in place; a recess that meets nothing says so', async () => {
      const { user } = await open()
      const rules = await card()
      expect(rules.getByText('O mais antigo')).toBeInTheDocument()
      expect(rules.getByText('0 dias')).toBeInTheDocument()
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
      expect(await rules.findByText('7 dias')).toBeInTheDocument()
      expect(rules.getByText('O que vence primeiro')).toBeInTheDocument()
      expect(
        await backend.sql(
          'select package_order, cancel_extension_days, show_pix from public.profiles where id = $1',
          [coach.id],
        ),
      ).toEqual([{ package_order: 'expires_first', cancel_extension_days: 7, show_pix: true }])

      // A recess during which no package is valid extends none.
      await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(0))
      fill(rules.getByLabelText('Até'), daysFromToday(0))
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      await waitFor(() =>
        expect(rules.getByLabelText('Até')).toHaveAccessibleDescription(
          'Nenhum pacote ganha validade, e não há aula planejada nesses dias',
        ),
      )
    })
  })

  describe('a recess', () => {
    it('shows the old and new dates before, gives the days, and is undone from there', async () => {
      const student = await addStudent(coach, { name: 'Bia Nunes' })
      const valid = daysFromToday(20)
      await sellPackage(coach, student, { total_classes: 2, expiry_date: valid })
      await sellPackage(coach, student, { total_classes: 3, expiry_date: daysFromToday(-1) })
      const { user } = await open()
      const rules = await card()
      await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(10))
      fill(rules.getByLabelText('Até'), daysFromToday(5))
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      expect(await rules.findByText('A data final vem antes da inicial')).toBeInTheDocument()
      await user.clear(rules.getByLabelText('Até'))
      fill(rules.getByLabelText('Até'), daysFromToday(16))
      expect(await rules.findByText('1 pacote ganha validade')).toBeInTheDocument()
      expect(rules.getByText(formatDate(addDays(valid, 7)))).toBeInTheDocument()
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      await screen.findByText('Recesso registrado')
      expect(await expiries()).toEqual([{ expiry: addDays(valid, 7) }, { expiry: daysFromToday(-1) }])

      const reason = `Recesso de ${formatDate(daysFromToday(10))} a ${formatDate(daysFromToday(16))}`
      await user.click(await rules.findByRole('button', { name: `Desfazer ${reason}` }))
      const help = 'Validade e agenda voltam ao que eram sem ele.'
      expect(await screen.findByText(`${reason}. 1 pacote. ${help}`)).toBeInTheDocument()
      await user.click(await screen.findByRole('button', { name: 'Desfazer recesso' }))
      await screen.findByText('Recesso desfeito')
      expect(await expiries()).toEqual([{ expiry: valid }, { expiry: daysFromToday(-1) }])
      await waitFor(() => expect(rules.queryByText(reason)).not.toBeInTheDocument())
    })

    it('says the dates that come of it where a floor takes its days up', async () => {
      const student = await addStudent(coach, { name: 'Bia Nunes' })
      const pkg = await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
      const short = await sellPackage(coach, student, { total_classes: 1, expiry_date: daysFromToday(19) })
      for (const [id, until] of [
        [pkg, 22],
        [short, 40],
      ] as const)
        await backend.sql(
          `insert into public.package_extensions (user_id, student_id, package_id, until_day, reason, session_id, day, kept)
     select user_id, student_id, id, $2::date, 'Reposição', gen_random_uuid(), $2::date - 30, true from public.packages where id = $1`,
          [id, daysFromToday(until)],
        )
      const { user } = await open()
      const rules = await card()
      await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(10))
      fill(rules.getByLabelText('Até'), daysFromToday(16))
      expect(await rules.findByText('1 pacote ganha validade')).toBeInTheDocument()
      expect(rules.getByText(formatDate(daysFromToday(27)))).toBeInTheDocument()
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      await screen.findByText('Recesso registrado')
      expect(await expiries()).toEqual([{ expiry: daysFromToday(40) }, { expiry: daysFromToday(27) }])
    })

    it('of days that another recess has is refused, with its days; said before where it is known', async () => {
      const student = await addStudent(coach)
      await sellPackage(coach, student, { expiry_date: daysFromToday(40) })
      const give = async (first: string, last: string) =>
        coach.client.rpc('apply_session_plan', {
          plan: {
            op_id: newId(),
            based_on: [],
            lessons: [],
            packages: [],
            extensions: { add: [], take_back: [] },
            recess: { op: 'give', id: newId(), first_day: first, last_day: last },
            alerts: { raise: [], end: [] },
          },
        })
      const { user } = await open()
      const rules = await card()
      await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(10))
      fill(rules.getByLabelText('Até'), daysFromToday(16))
      expect(await rules.findByText('1 pacote ganha validade')).toBeInTheDocument()
      // Another device gives an overlapping recess.
      expect((await give(daysFromToday(16), daysFromToday(18))).error).toBeNull()
      const longer = 'update public.packages set expiry_date = $1 where user_id = $2'
      await backend.sql(longer, [daysFromToday(43), coach.id])
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      const told = overlapText({ from: daysFromToday(16), until: daysFromToday(18) }, daysFromToday(0))
      await waitFor(() => expect(rules.getByLabelText('Até')).toHaveAccessibleDescription(told))
      expect(await expiries()).toEqual([{ expiry: daysFromToday(43) }])
      await user.clear(rules.getByLabelText('Até'))
      fill(rules.getByLabelText('Até'), daysFromToday(15))
      // What the other one moved is read anew.
      expect(await rules.findByText(formatDate(daysFromToday(49)))).toBeInTheDocument()
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      await screen.findByText('Recesso registrado')
      expect(await expiries()).toEqual([{ expiry: daysFromToday(49) }])

      await user.click(await rules.findByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(18))
      fill(rules.getByLabelText('Até'), daysFromToday(19))
      await waitFor(() => expect(rules.getByLabelText('Até')).toHaveAccessibleDescription(told))
    })

    it('undone passes over what cannot change any more, and says how many', async () => {
      const [kept, leaving] = [await addStudent(coach), await addStudent(coach)]
      for (const student of [kept, leaving])
        await sellPackage(coach, student, { expiry_date: daysFromToday(20) })
      const { user } = await open()
      const rules = await card()
      await user.click(rules.getByRole('button', { name: 'Novo recesso' }))
      fill(await rules.findByLabelText('De'), daysFromToday(0))
      fill(rules.getByLabelText('Até'), daysFromToday(2))
      await user.click(rules.getByRole('button', { name: 'Dar recesso' }))
      expect(await rules.findByText('2 pacotes')).toBeInTheDocument()
      const { error } = await coach.client.rpc('anonymize_student', {
        student_uuid: leaving,
        erase_group_notes: false,
      })
      expect(error).toBeNull()
      await user.click(rules.getByRole('button', { name: /^Desfazer/ }))
      await user.click(await screen.findByRole('button', { name: 'Desfazer recesso' }))
      expect(
        await screen.findByText(
          /^1 pacote não existe mais ou não pode mudar\. Marina Costa: validade do Pacote de 4 aulas: −3 dias, /,
        ),
      ).toBeInTheDocument()
      expect(await expiries()).toEqual(
        expect.arrayContaining([{ expiry: daysFromToday(20) }, { expiry: daysFromToday(23) }]),
      )
    })
  })
})

const agreementCard = async () => within(await screen.findByRole('region', { name: 'Combinados' }))

describe('the agreement', () => {
  let coach: Coach

  beforeEach(async () => {
    coach = await backend.coach()
  })

  const stored = () =>
    backend.sql(
      'select version, notice_hours, makeup_days, note, ends_on is null as stands from public.agreements where user_id = $1 order by version',
      [coach.id],
    )

  describe('combinados', () => {
    it('are written with a preview, published, changed from today on, sent to the students, and taken down', async () => {
      await addStudent(coach, { name: 'Marina Costa' })
      const { user } = await openScreen(LESSONS_TAB, { backend, coach })
      const agreed = await agreementCard()
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
      expect(
        await agreed.findByText(`Vale desde ${formatDate(dayIn(DEFAULT_ZONE, new Date()))}`),
      ).toBeInTheDocument()
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
      const agreed = await agreementCard()
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
      const agreed = await agreementCard()
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
      const machine = process.env['TZ']
      // A zone in which it is already tomorrow.
      process.env['TZ'] = 'Pacific/Kiritimati'
      try {
        const tomorrow = addDays(dayIn(DEFAULT_ZONE, new Date()), 1)
        await coach.client
          .rpc('save_agreement', {
            agreement: { starts_on: tomorrow, notice_hours: 24, makeup_days: 0, note: null },
          })
          .throwOnError()
        await openScreen(LESSONS_TAB, { backend, coach })
        expect(
          await (await agreementCard()).findByText(`A partir de ${formatDate(tomorrow)}`),
        ).toBeInTheDocument()
      } finally {
        if (machine === undefined) delete process.env['TZ']
        else process.env['TZ'] = machine
      }
    })
  })
})
