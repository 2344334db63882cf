import { countOf } from '@/core/common-texts'
import type { Mention } from './rules'

/** Texts of docs/product.md, 'Rights of the coach'. The privacy policy takes names of screens and buttons from here. */

const lessons = (count: number): string => countOf(count, 'aula', 'aulas')
const credits = (count: number): string => countOf(count, 'crédito', 'créditos')
const waiting = (count: number): string =>
  count === 1
    ? '1 pendência deste aparelho fala deste aluno: depois disto vai sem ele ou é recusada.'
    : `${count} pendências deste aparelho falam deste aluno: depois disto vão sem ele ou são recusadas.`

/** Where a text mentions a student: the words for one record, and for counting several. In the order of the toast. */
const MENTIONS = {
  payer: ['Quem pagou, no pagamento', 'pagador', 'pagadores'],
  payment: ['Observação de pagamento', 'observação de pagamento', 'observações de pagamento'],
  feedback: ['Feedback', 'feedback', 'feedbacks'],
  student: ['Notas', 'nota de aluno', 'notas de alunos'],
  extension: ['Motivo de mais validade', 'motivo de mais validade', 'motivos de mais validade'],
  package: ['Nome de pacote', 'nome de pacote', 'nomes de pacotes'],
  club: ['Nome ou endereço de clube, que não muda', 'clube', 'clubes'],
  agreement: ['Texto dos combinados, que não muda', 'texto dos combinados', 'textos dos combinados'],
  template: ['Texto de mensagem', 'texto de mensagem', 'textos de mensagem'],
  lesson: ['Observações de uma aula sem este aluno', 'observação de aula', 'observações de aula'],
  group: [
    'Observações de uma aula em grupo com este aluno',
    'observação de aula em grupo',
    'observações de aula em grupo',
  ],
  statement: ['Linha do extrato, que não muda,', 'linha do extrato', 'linhas do extrato'],
} as const

/** 'group': the notes of a lesson with other participants. */
export type MentionPlace = keyof typeof MENTIONS
type MentionCounts = Partial<Record<MentionPlace, number>>

function places(counts: MentionCounts): string {
  const found: Readonly<Record<string, number>> = counts
  return Object.entries(MENTIONS)
    .flatMap(([place, [, one, many]]) => (found[place] ? [countOf(found[place], one, many)] : []))
    .join(', ')
}

/** Names of screens and buttons; the privacy policy refers to them. */
export const RIGHTS_LABELS = {
  profile: 'Meu Perfil',
  account: 'Meus dados',
  exportAll: 'Exportar tudo',
  json: 'Arquivo completo (JSON)',
  csv: 'Planilhas (CSV)',
  import: 'Importar dados',
  close: 'Encerrar conta',
  student: 'Dados do aluno',
  exportStudent: 'Exportar dados do aluno',
  anonymize: 'Anonimizar aluno',
  remove: 'Apagar aluno',
} as const

export const DATA_RIGHTS = {
  export: {
    why:
      'Uma cópia de tudo o que você registrou. O arquivo completo pode ser importado de volta; as ' +
      'planilhas abrem no Excel e no Google Planilhas e vêm com um caderno, que abre em qualquer ' +
      'navegador sem internet. Guarde o arquivo completo para você: quem o tem abre as páginas dos ' +
      'alunos. As planilhas não levam os links.',
    student:
      'Cadastro, pacotes, pagamentos, créditos, horários, aulas e feedbacks deste aluno, e de mais ' +
      'ninguém: é o que entregar se ele pedir os próprios dados.',
    privateNotes: 'Incluir as notas privadas',
    privateNotesHint:
      'Só você vê essas notas. Se o aluno pedir os próprios dados, a lei pode exigir que elas vão junto.',
    done: 'Cópia pronta',
    doneText: (name: string) => `${name} está nos downloads deste aparelho.`,
    failed: 'Não foi possível exportar',
    /** Pending entries, which exist only on this device. */
    without: (count: number) =>
      count === 1
        ? 'Há 1 pendência ainda não enviada: ela fica fora da cópia.'
        : `Há ${count} pendências ainda não enviadas: elas ficam fora da cópia.`,
  },
  import: {
    why: 'Traz um arquivo completo (JSON) para uma conta vazia, com os mesmos saldos.',
    notEmpty:
      'Só é possível numa conta sem alunos, aulas, pacotes, clubes, horários, recessos e combinados, e ' +
      'esta já tem dados. Nada é misturado.',
    unreadable: 'Não foi possível ler este arquivo.',
  },
  close: {
    why: 'Apaga para sempre a sua conta e tudo o que está nela.',
    title: 'Encerrar a sua conta?',
    description: 'Tudo isto é apagado agora e para sempre. Ninguém consegue desfazer, nem nós.',
    account: (name: string, email: string) => `Sua conta: ${name}, ${email}`,
    students: (count: number, left: number) =>
      count === 0
        ? 'Nenhum aluno'
        : `${countOf(count, 'aluno', 'alunos')}, com ${credits(left)}, e ` +
          (count === 1 ? 'a página dele' : 'as páginas deles'),
    lessons: (count: number) => (count === 0 ? 'Nenhuma aula' : `${lessons(count)}, com os feedbacks`),
    rest: 'Pacotes, pagamentos, PIX, extrato de créditos, agenda, mensagens, clubes e alertas',
    lead: 'O pedido de acesso ao beta feito com este email, se houver',
    uncounted: 'Todos os alunos, com as páginas deles, e todas as aulas, com os feedbacks',
    waiting: (count: number) =>
      count === 1
        ? '1 pendência deste aparelho, que ainda não foi enviada'
        : `${count} pendências deste aparelho, que ainda não foram enviadas`,
    otherDevices: 'Em outros aparelhos, saia da conta antes: o que está guardado neles não é apagado daqui.',
    exportFirst: 'Leve uma cópia antes: depois não há de onde tirar.',
    passwordRequired: 'Digite a sua senha',
    passwordWrong: 'Senha incorreta',
    word: 'ENCERRAR',
    failed: 'Não foi possível encerrar a conta',
    unknown: 'A resposta se perdeu, e a conta pode já ter sido encerrada. Tente de novo: o app confere.',
  },
  student: {
    anonymizedOn: (day: string) =>
      `Aluno anonimizado em ${day}: o cadastro não diz mais quem é. Aulas, créditos e valores continuam nas contas.`,
    stays: 'O que fica',
    goes: 'O que é apagado',
    irreversible: 'Não há como desfazer.',
    groupNotesGo: (count: number) => `As observações de ${lessons(count)} em grupo, para todos`,
    groupNotesStay: (count: number) => `As observações de ${lessons(count)} em grupo, que podem citar o nome`,
    eraseGroupNotes: (count: number) =>
      `Apagar também as observações de ${lessons(count)} em grupo: podem citar o nome`,
    lessons,
    packages: (count: number, left: number) => `${countOf(count, 'pacote', 'pacotes')}, com ${credits(left)}`,
    open: (amount: string) => `${amount} a receber`,
    link: 'A página do aluno: o link deixa de abrir',
  },
  anonymize: {
    title: 'Anonimizar este aluno?',
    description: (name: string) =>
      `O cadastro deixa de dizer quem é ${name}. As aulas, os créditos e a receita continuam nas contas.`,
    name: 'Nome, telefone, email, notas, gênero, tipo e classe do cadastro; quem pagou e os motivos que você escreveu',
    feedbacks: (count: number) =>
      count === 1
        ? 'Os comentários e os focos de 1 feedback; a avaliação fica'
        : `Os comentários e os focos de ${count.toLocaleString('pt-BR')} feedbacks; as avaliações ficam`,
    notes: (count: number) =>
      `As observações de ${lessons(count)} que ${count === 1 ? 'foi' : 'foram'} só dele`,
    mentions: 'Outros registros que continuam com o nome',
    mentionsChange: 'Outros registros em que o nome vira “um aluno”',
    firstMentions: (count: number) => `São mostrados os primeiros ${count}.`,
    replaceMentions: 'Trocar o nome por “um aluno” nesses registros: confira se é a mesma pessoa',
    replaced: (counts: MentionCounts) => `O nome virou “um aluno” em ${places(counts)}.`,
    left: (counts: MentionCounts) => `Continua em ${places(counts)}.`,
    leftAtLeast: (count: number) => `Continua em pelo menos ${count} registros.`,
    replayed:
      'Já tinha sido feito antes desta resposta: não dá para dizer em quantos registros o nome mudou.',
    mention: ({ place, about, text }: Mention) =>
      `${MENTIONS[place][0]}${about === null ? '' : ` de ${about}`}: “${text}”`,
    nothingNew: 'Sai da agenda; não dá mais para registrar aulas, vender pacotes nem editar este cadastro',
    revenueStays: (amount: string) => `${amount} de receita`,
    waiting: (count: number) => `${waiting(count)} Envie antes.`,
    word: 'ANONIMIZAR',
    confirm: RIGHTS_LABELS.anonymize,
    running: 'Anonimizando...',
    done: 'Aluno anonimizado',
    doneText: 'Nome e contato foram apagados. As contas continuam certas.',
    failed: 'Não foi possível anonimizar',
  },
  remove: {
    title: 'Apagar este aluno?',
    description: (name: string) =>
      `${name}: o cadastro, os pacotes, os feedbacks e os alertas são apagados para sempre, e as aulas ` +
      'que só ele teve também. As aulas em grupo continuam, sem ele.',
    nothing: 'Ainda não há aulas, pacotes nem feedbacks deste aluno.',
    lessons: (count: number) => `${lessons(count)} só dele`,
    /** `months` says in which months the revenue was earned. */
    revenue: (amount: string, months: string) => `${amount} da receita: ${months}`,
    payments: (count: number, received: string) =>
      `${countOf(count, 'pagamento anotado', 'pagamentos anotados')}: ${received} recebidos`,
    feedbacks: (count: number) => `${countOf(count, 'feedback', 'feedbacks')}: a avaliação média pode mudar`,
    totals: 'Os totais e os gráficos do dashboard passam a ser sem este aluno.',
    groups: (count: number) =>
      `${lessons(count)} em grupo ${count === 1 ? 'continua, sem ele' : 'continuam, sem ele'}`,
    waiting,
    instead: 'Se só parou de treinar, prefira inativar: sai das novas aulas e o histórico fica.',
    keepFigures: 'Para apagar quem é sem mudar as contas, prefira anonimizar.',
    word: 'APAGAR',
    confirm: RIGHTS_LABELS.remove,
    running: 'Apagando...',
  },
} as const

export const RIGHTS_MESSAGES = {
  service: {
    export: 'Erro ao exportar dados',
    preview: 'Erro ao contar os dados do aluno',
    anonymize: 'Erro ao anonimizar aluno',
    anonymized: 'Aluno anonimizado com sucesso',
    import: 'Erro ao importar dados',
    imported: 'Dados importados com sucesso',
    close: 'Erro ao encerrar conta',
    closed: 'Conta encerrada',
  },
  import: {
    notEmpty:
      'A importação só é possível em uma conta sem alunos, aulas, pacotes, clubes, horários, recessos e ' +
      'combinados. Nada foi importado.',
    balancesDiffer: 'Os saldos do arquivo não conferem com os seus lançamentos. Nada foi importado.',
    refused: 'O arquivo tem dados que não podem ser importados. Nada foi importado.',
    tooLarge: 'O arquivo é grande demais para ser importado.',
    notJson: 'Este arquivo não é uma exportação completa (JSON) do Voleio, ou está incompleto.',
    studentOnly:
      'Este arquivo tem os dados de um aluno só. Para importar, use o arquivo completo de “Exportar tudo”.',
    newerVersion: 'Este arquivo foi feito por uma versão mais nova do app. Atualize o app e tente de novo.',
    oldVersion: 'Este arquivo é de uma versão que este app não lê.',
    badTable: (table: string) => `O arquivo está danificado: há dados inválidos em “${table}”.`,
    twice: (table: string) => `O arquivo está danificado: há registros repetidos em “${table}”.`,
    dangling: (table: string) =>
      `O arquivo está danificado: “${table}” cita registros que não estão no arquivo.`,
  },
  /** Written into the exported file. */
  notice:
    'Cópia completa dos seus dados no Voleio. Pode ser importada em uma conta vazia, com os mesmos ' +
    'saldos. Ao importar, tudo recebe novos identificadores: os links das páginas públicas dos alunos ' +
    'mudam, e é preciso enviar os novos. Guarde este arquivo para você: os identificadores e os links ' +
    'dos alunos que estão nele abrem as páginas deles. O login não faz parte da importação. O extrato ' +
    'de créditos vem junto, linha por linha.',
} as const
