/** Messages of the rights service; the screens' texts are in data-rights.ts. */
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
      'A importação só é possível em uma conta sem alunos, aulas, pacotes, clubes e horários. Nada foi importado.',
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
  /** Stored in the exported file. */
  notice:
    'Cópia completa dos seus dados no Voleio. Pode ser importada em uma conta vazia, com os mesmos saldos. Ao importar, tudo recebe novos identificadores: os links das páginas públicas dos alunos mudam, e é preciso enviar os novos. Guarde este arquivo para você: os identificadores e os links dos alunos que estão nele abrem as páginas deles. O login não faz parte da importação. O extrato de créditos vem junto, linha por linha.',
} as const
