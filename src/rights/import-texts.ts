import { countOf } from '@/core/common-texts'
import type { ImportOutcome } from './rules'

/** Texts of the dialog that imports, apart from those that other screens load too (`DATA_RIGHTS.import`). */
export const IMPORT = {
  by: (name: string, when: string) => `Exportado por ${name} em ${when}`,
  links:
    'Cada aluno ganha um link novo, que você envia a ele. Os links antigos não abrem as páginas desta ' +
    'conta: se a conta antiga ainda existe, abrem as dela; se foi encerrada, não abrem mais nada, e ' +
    'ninguém mais os recebe.',
  newLinks: (count: number) =>
    count === 1
      ? '1 aluno tem um link novo: envie a ele. O antigo não abre a página desta conta.'
      : `${count.toLocaleString('pt-BR')} alunos têm um link novo: envie a cada um o seu. Os antigos não ` +
        'abrem as páginas desta conta.',
  zone: (place: string) => `Os horários da agenda seguem o fuso do arquivo: ${place}.`,
  agreement: 'Combinados (sem marcar, vêm encerrados)',
  messagesHint:
    'Os alunos os leem em seu nome. Leia cada um e marque só os que são seus. Um texto que esta conta ' +
    'já tem fica como está.',
  ticksOfThen:
    'O arquivo já tinha sido importado: vieram os textos e os combinados que estavam marcados então.',
  messagesNow: (count: number) =>
    `Esta conta tem ${countOf(count, 'texto de mensagem seu', 'textos de mensagens seus')}.`,
  profileStays: 'O nome, o telefone, o PIX, as regras, o email e a senha desta conta ficam como estão.',
  takesMinutes: 'Com muitas aulas isto leva alguns minutos. Deixe esta tela aberta.',
  doneText: (found: ImportOutcome) =>
    `${countOf(found.students, 'aluno', 'alunos')}, ${countOf(found.packages, 'pacote', 'pacotes')}, ` +
    `${countOf(found.sessions, 'aula', 'aulas')} e ${countOf(found.credits, 'crédito', 'créditos')}: ` +
    'todos os saldos conferem com o arquivo.',
} as const
