/** Failures of reading and writing the texts of messages and what was opened. */
export const MESSAGES_SERVICE = {
  notices: 'Erro ao buscar as mensagens abertas',
  record: 'Não foi possível anotar que a mensagem foi aberta',
  templates: 'Erro ao buscar os textos das mensagens',
  save: 'Erro ao salvar o texto',
} as const
