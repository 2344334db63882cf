import { countOf } from '@/core/common-texts'

/** Texts about what a change of a lesson does, and of the button that undoes it. */

const leaves = (count: number) => countOf(count, 'crédito sai', 'créditos saem')
const returns = (count: number) => countOf(count, 'crédito volta', 'créditos voltam')
const withExpiry = (name: string, expired: boolean) => (expired ? `${name}, que está vencido` : name)

/** Phrases for the middle of a sentence; `describeEffect` capitalises them for a list. */
export const EFFECTS = {
  /** For a taker, once the lesson gets another hour, and for a guest whose slot ends: neither is expected any more. */
  released: (name: string) => `${name} vinha só neste dia e não está mais nesta aula`,
  /** For a student whose 'Não vou' was for an hour that the lesson has no longer, or whose slot ended. */
  unheard: (name: string) => `${name} tinha avisado que não vem, e o aviso não vale mais`,
  busy: (name: string) => `${name} tem outra aula na mesma hora`,
  taken: (name: string, count: number, expired: boolean) =>
    `${leaves(count)} do ${withExpiry(name, expired)}`,
  returned: (name: string, count: number, expired: boolean) =>
    `${returns(count)} para o ${withExpiry(name, expired)}`,
  /** The lesson was moved to a day on which the package that it keeps is not valid. */
  keptOutsideValidity: (name: string) => `continua no ${name}, fora da validade nesta data`,
  /** `days`: by how much extensions change the validity. `until` null: the validity begins with the first lesson. */
  validity: (name: string, days: number, until: string | null) => {
    const gained = days === 0 ? [] : [`${days > 0 ? '+' : '−'}${countOf(Math.abs(days), 'dia', 'dias')}`]
    const ends = until === null ? 'começa na 1ª aula' : `até ${until}`
    return `validade do ${name}: ${[...gained, ends].join(', ')}`
  },
  /** `name` null: only one package changes, and needs no name. */
  validityMoves: (name: string | null, from: string, to: string) =>
    `${name === null ? 'validade' : `validade do ${name}`}: ${from} → ${to}`,
  /** `until` null: the validity begins with the first lesson. */
  sold: (name: string, credits: number, price: string, paid: string, until: string | null) =>
    [
      `${name}: ${countOf(credits, 'crédito', 'créditos')} por ${price}`,
      `recebido ${paid}`,
      until === null ? 'validade começa na 1ª aula' : `válido até ${until}`,
    ].join(', '),
  removed: (name: string) => `${name} apagado`,
  adjusted: (name: string, from: number, to: number) => `créditos do ${name}: ${from} → ${to}`,
  /** What the student still owes for a package. */
  open: (name: string, from: string, to: string) => `a receber do ${name}: ${from} → ${to}`,
  over: (name: string, from: string, to: string) => `recebido a mais do ${name}: ${from} → ${to}`,
  received: (name: string, from: string, to: string) => `recebido do ${name}: ${from} → ${to}`,
  price: (name: string, from: string, to: string) => `preço do ${name}: ${from} → ${to}`,
  /** Occurrences of the agenda. */
  skipped: (count: number) => countOf(count, 'aula da agenda é pulada', 'aulas da agenda são puladas'),
  unskipped: (count: number) =>
    countOf(count, 'aula da agenda deixa de estar pulada', 'aulas da agenda deixam de estar puladas'),
  moved: (count: number) =>
    countOf(count, 'aula da agenda muda de horário', 'aulas da agenda mudam de horário'),
  unmoved: (count: number) =>
    countOf(count, 'aula da agenda volta ao seu horário', 'aulas da agenda voltam ao seu horário'),
  /** For a student or a package whose name this device does not know. */
  somebody: 'Aluno',
  somePackage: 'pacote',
  withoutPackage: 'sem pacote',
  /** An excused absence, or a lesson that did not happen. */
  uncharged: 'nenhum crédito sai',
  choiceLost: 'a escolha manual do pacote se perde',
  feedbackRemoved: (count: number) =>
    count === 1 ? 'o feedback é apagado' : `${count} feedbacks são apagados`,
} as const

/** The name of a chosen charge without a package. */
export const NO_PACKAGE = 'Sem pacote'

/** Shown in the place of a package when the absence is excused or the lesson did not happen. */
export const USES_NO_CREDIT = 'Não usa crédito'

/** Changes by another device to the session being edited. */
export const CHANGES = {
  date: (before: string, now: string) => `Data: ${before} → ${now}`,
  teacher: (before: string, now: string) => `Professor: ${before} → ${now}`,
  notes: (now: string) => `Observações da aula: “${now}”`,
  notesGone: 'Observações da aula apagadas',
  joined: (name: string) => `${name} entrou na aula`,
  left: (name: string) => `${name} saiu da aula`,
  attendance: (name: string, before: string, now: string) => `Presença de ${name}: ${before} → ${now}`,
  cancelled: (reason: string) => `A aula não aconteceu: ${reason}`,
  happened: 'A aula aconteceu',
  package: (name: string, before: string, now: string) => `Pacote de ${name}: ${before} → ${now}`,
  feedback: (name: string, now: string) => `Feedback de ${name}: ${now}`,
  feedbackGone: (name: string) => `Feedback de ${name} apagado`,
} as const

/** Shown beside the package field when the chosen package is not valid on the lesson's day. */
export const OUTSIDE_VALIDITY = {
  expired: (day: string) => `Fora da validade nesta data: este pacote venceu em ${day}.`,
  upcoming: (day: string) => `Fora da validade nesta data: este pacote começa em ${day}.`,
  kept: 'O crédito continua nele; se preferir, escolha outro.',
} as const

/** Texts of 'Desfazer'. `byHand`: where the coach can undo it once the toast is gone or undoing has failed. */
export const UNDO = {
  action: 'Desfazer',
  /** The button's text for a screen reader. */
  altText: (byHand: string) => `Pressione F8 para desfazer. ${byHand}`,
  failed: 'Não foi possível desfazer',
  byHand: {
    registered: 'Você pode apagar a aula em Sessões de Aula.',
    deleted: 'Você pode registrar a aula de novo em Nova Sessão.',
    changed: 'Você pode editar a aula em Sessões de Aula.',
    changedMany: 'Você pode editar as aulas em Sessões de Aula.',
    skipped: 'Você pode registrar a aula na Agenda.',
    started: 'Você pode mudar a data de início no perfil do aluno.',
    sale: 'Você pode apagar o pacote no perfil do aluno, se nenhuma aula o usa.',
    sales: 'Você pode apagar os pacotes no perfil de cada aluno, se nenhuma aula os usa.',
    adjustment: 'Você pode ajustar os créditos de novo no perfil do aluno.',
    payment: 'Você pode corrigir ou apagar o lançamento no perfil do aluno.',
    extension: 'Você pode mudar a validade no perfil do aluno.',
    takenBack: 'Você pode estender a validade no perfil do aluno.',
    pending: 'Você pode editar ou apagar em Pendências.',
  },
  /** What waited has been sent, and is not undone from here. */
  sent: {
    feedback: 'O feedback já foi enviado. Você pode editar no perfil do aluno.',
    reply: 'O aviso já foi enviado. Você pode tirar a anotação na aula.',
    student: 'O aluno já foi enviado. Você pode apagar o aluno no perfil dele.',
  },
} as const

/** Labels of the button for a student's action (`creditAction`). */
export const CREDIT_ACTIONS = {
  pay: 'Marcar como pago',
  start: 'Começar hoje',
  extend: 'Estender',
  renew: 'Renovar',
  sell: 'Novo Pacote',
} as const

/** Accessible names for buttons in a list of several students. */
export const extensionOf = (name: string): string => `Estender pacote de ${name}`
export const renewalOf = (name: string): string => `Renovar pacote de ${name}`
