import { countOf } from '@/core/common-texts'

/** Texts of the spreadsheet import. The screen's title is in `students/texts.ts`, because the list links to it. */
export const IMPORT_STUDENTS = {
  problems: {
    date: 'Data não entendida: use dia/mês/ano',
    noSuchDay: 'Esse dia não existe no calendário',
    unknown: {
      gender: 'Gênero não entendido',
      type: 'Tipo não entendido',
      classe: 'Classe não entendida',
      status: 'Status não entendido: use ativo ou inativo',
    },
    totalMissing: 'Falta o número de aulas do pacote',
    total: 'Número de aulas não entendido: use 10 ou 10, usadas 7',
    used: 'Aulas usadas: use um número de 0 até o total',
    usedDiffers: 'As aulas usadas e as restantes não fecham com o total',
    amount: 'Valor não entendido: use 1.260,00',
    paid: 'Valor pago: sim, não ou uma quantia',
    tooMuchPaid: 'O valor pago não pode ser maior que o preço',
  },
  source: {
    intro:
      'Traga seus alunos de uma planilha do Excel, do Google ou do Numbers. Nada é salvo antes de você conferir.',
    fileHint: 'Excel: Salvar como, CSV. Google: Fazer download, CSV. Numbers: Exportar, CSV.',
    empty: 'Escolha um arquivo ou cole as linhas da planilha',
    noText: 'Este arquivo não é CSV. Na planilha, salve ou baixe como CSV.',
    unreadable: 'Não foi possível ler este arquivo.',
    tooLarge: 'Este arquivo é grande demais: até 5 MB. Na planilha, salve ou baixe como CSV.',
    tooMany: (rows: number, most: string) =>
      `A planilha tem ${rows.toLocaleString('pt-BR')} linhas. Importe até ${most} por vez.`,
  },
  states: { known: 'Já existe', repeated: 'Repetido na planilha', sibling: 'Mesmo contato de outro aluno' },
  /** Rows left out because they are wrong, and because they are not ticked. */
  leftOut: (wrong: number, unticked: number) =>
    `Ficam de fora: ${[
      ...(wrong > 0 ? [`${wrong} para corrigir`] : []),
      ...(unticked > 0 ? [countOf(unticked, 'desmarcado', 'desmarcados')] : []),
    ].join(' e ')}`,
  rest: (count: number) =>
    count === 1 ? 'Falta 1 linha: corrija e importe.' : `Faltam ${count} linhas: corrija e importe.`,
  done: 'Alunos importados',
  failed: 'Erro ao importar alunos',
  known: 'Um destes alunos já foi importado. Confira a lista de alunos.',
} as const
