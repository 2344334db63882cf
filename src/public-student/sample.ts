import type { PublicSession, PublicStudentData } from './data'

const TEACHER = 'Ana Ribeiro'
const ZONE = 'America/Sao_Paulo'

const first = {
  id: 'primeiro',
  name: 'Pacote de 8 aulas',
  total: 8,
  left: 0,
  bought: '2026-09-10',
  until: '2026-11-09',
}
const second = {
  id: 'segundo',
  name: 'Pacote de 12 aulas',
  total: 12,
  left: 9,
  bought: '2026-11-06',
  until: '2027-02-11',
}

/** Day, package, stars, tag, the coach's notes. */
const LESSONS = [
  ['11-22', second, 5, 'Saque', 'Entrou mais na quadra no segundo saque. Manter a bola na frente do corpo.'],
  ['11-15', second, 4, 'Saque', 'Lançamento mais alto: já sai do quique. Falta soltar o punho.'],
  ['11-08', second, 4, 'Voleio', 'Primeiro voleio firme, segundo ainda atrasado.'],
  ['11-01', first, 5, 'Tática', 'Venceu o set de treino jogando no revés da adversária.'],
  ['10-25', first, 4, 'Movimentação', 'Recuperou melhor depois da bola aberta.'],
  ['10-18', first, 3, 'Saque', 'Muita dupla falta. Combinamos um saque mais seguro no 30 a 40.'],
  ['10-11', first, 4, 'Backhand', 'Revés cruzado com mais altura.'],
  ['10-04', first, 4, 'Forehand', 'Bola funda nas duas últimas séries.'],
  ['09-27', first, 3, 'Movimentação', 'Pernas paradas no começo; melhorou com a escada.'],
  ['09-20', first, 3, 'Forehand', 'Trocar a empunhadura mais cedo.'],
  ['09-13', first, 3, 'Técnica', 'Primeira aula: boa leitura de bola, braço tenso.'],
] as const

const sessions = LESSONS.map(([day, pkg, rating, tag, notes]): PublicSession => ({
  id: day,
  day: `2026-${day}`,
  teacher: TEACHER,
  notes: null,
  attendance: 'present',
  cancelled_reason: null,
  feedback: { rating, notes, tags: [tag], created_at: `2026-${day}T10:00:00Z` },
  package_assignment: { package_id: pkg.id, package_name: pkg.name },
  told_at: null,
  told_for: null,
  told_by: null,
  told_outcome: null,
  agreement_version: null,
}))

/**
 * An invented student for the page that shows what students get (docs/product.md, 'Landing and beta pages'). `now` is
 * fixed, because the page is prerendered and the same for every visitor. Imports nothing, so that it is a chunk of its
 * own.
 */
export const SAMPLE: { data: PublicStudentData; now: Date } = {
  now: new Date('2026-11-23T12:00:00Z'),
  data: {
    student: {
      id: 'exemplo',
      name: 'Beatriz Almeida Nogueira',
      gender: 'female',
      classe: '4-classe',
      total_credits: second.left,
      created_at: '2026-09-10T12:00:00Z',
    },
    teacher: { name: TEACHER, phone: null, sport: 'Tênis' },
    packages: [second, first].map(({ id, name, total, left, bought, until }) => ({
      id,
      name,
      total_classes: total,
      remaining_classes: left,
      purchase_date: bought,
      expiry_date: until,
      validity_days: null,
      makeup_day: null,
      floor_days: 0,
      status: 'active',
    })),
    sessions,
    next_lessons: ['11-29', '12-06', '12-13', '12-20'].map((day) => ({
      slot_id: 'exemplo',
      slot_date: `2026-${day}`,
      starts_at: { instant: `2026-${day}T10:00:00Z`, zone: ZONE },
      minutes: 60,
      club: 'Clube das Figueiras',
      deadline: null,
      can_reply: false,
      would_be: null,
      makeup_days: null,
      reply: null,
      replied_at: null,
      told_by: null,
      outcome: null,
    })),
    openings: [],
    unanswered: [],
    uses_agenda: true,
    statement: [],
    agreement: null,
    cancel_extension_days: 0,
    package_order: 'oldest',
    time_zone: ZONE,
    readAt: 0,
  },
}
