import { expect, it } from 'vitest'
import { MESSAGES } from '@/texts/shared/messages'
import { LEAD_FORM } from '@/texts/site/lead-form'

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsOf) : []
}

const texts = new Set(textsOf({ MESSAGES, LEAD_FORM }))

/** Texts that must match word for word. */
it.each([
  'Não autenticado',
  'Not authenticated',
  'Erro ao buscar alunos',
  'Erro ao criar aluno',
  'Erro ao atualizar aluno',
  'Erro ao remover aluno',
  'Erro ao buscar pacotes',
  'Erro ao criar pacote',
  'Erro ao atualizar pacote',
  'Erro ao remover pacote',
  'Erro ao buscar sessões',
  'Erro ao criar sessão',
  'Erro ao atualizar feedback',
  'Erro ao atribuir pacote',
  'Erro ao atualizar sessão',
  'Erro ao deletar sessão',
  'Erro ao buscar alertas',
  'Erro ao buscar estatísticas',
  'Erro ao buscar dados do aluno',
  'Erro inesperado ao buscar dados do aluno',
  'Aluno não encontrado',
  'Erro ao carregar dados',
  'Erro',
  'Erro ao salvar feedback',
  'Erro ao salvar dados do aluno',
  'Ocorreu um erro inesperado.',
  'Ocorreu um erro ao criar o pacote. Tente novamente.',
  'Erro ao deletar pacote',
  'Não é possível apagar este pacote',
  'Erro ao carregar alunos',
  'Ocorreu um erro ao carregar a lista de alunos.',
  'Erro ao registrar sessão',
  'Erro ao atualizar',
  'Erro ao excluir',
  'Erro ao carregar sessões',
  'Erro ao carregar clubes',
  'Erro ao salvar clube',
  'Erro ao remover clube',
  'Erro ao definir clube padrão',
  'Erro ao atualizar perfil',
  'Não foi possível salvar as alterações.',
  'Erro ao verificar',
  'Erro ao solicitar reset',
  'Ocorreu um erro. Tente novamente.',
  'Erro ao redefinir senha',
  'Link inválido ou expirado',
  'Por favor, solicite um novo link de reset.',
  'Erro ao carregar dashboard',
  'Ocorreu um erro ao carregar os dados.',
  'Erro no login',
  'Email ou senha inválidos',
  'Ocorreu um erro interno. Tente novamente.',
  'Erro no cadastro',
  'Este email já está cadastrado',
  'Erro ao reenviar email',
  'Este link de confirmação expirou. Solicite um novo email de confirmação.',
  'Este link já foi usado ou é inválido.',
  'Erro ao confirmar email. Tente novamente.',
  'Erro ao processar confirmação. Tente novamente mais tarde.',
  'Link de confirmação inválido. Parâmetros ausentes.',
  'Desconectado',
  'Você foi desconectado (sessão já estava expirada).',
  'Você foi desconectado.',
  'Error',
  'There was an error submitting your form. Please try again.',
  'Houve um erro ao enviar seu formulário. Tente novamente.',
  'Aluno criado com sucesso',
  'Aluno atualizado com sucesso',
  'Aluno removido com sucesso',
  'Pacote criado com sucesso',
  'Pacote criado com sucesso!',
  'Pacote atualizado com sucesso',
  'Pacote removido com sucesso',
  'Sessão registrada com sucesso',
  'Feedback atualizado com sucesso',
  'Pacote atribuído com sucesso',
  'Sessão atualizada com sucesso',
  'Sessão deletada com sucesso',
  'Login realizado!',
  'Bem-vindo de volta!',
  'Cadastro realizado!',
  'Verifique seu email para confirmar o cadastro.',
  'Email reenviado!',
  'Verifique sua caixa de entrada para confirmar seu cadastro.',
  'Logout realizado',
  'Você foi desconectado com sucesso.',
  'Perfil atualizado',
  'Clube adicionado',
  'Clube atualizado',
  'Clube removido',
  'Clube padrão definido',
  'Email confirmado!',
  'Email enviado!',
  'Senha redefinida!',
  'App instalado com sucesso!',
  'Atualização disponível!',
  'App atualizado',
  'Feedback copiado!',
  'Thank you for your interest!',
  'Obrigado pelo seu interesse!',
  'Verificando autenticação...',
  'Carregando dados do aluno...',
  'Carregando sessões...',
  'Nenhum alerta no momento',
  'Senha muito curta',
  'A senha deve ter no mínimo 6 caracteres.',
  'Senhas não coincidem',
  'As senhas digitadas são diferentes.',
])("'%s' is said word for word", (text) => {
  expect(texts).toContain(text)
})

it('a text too long says how many characters it may have', () => {
  expect(MESSAGES.common.tooLong(2000)).toBe('Texto muito longo (máximo 2.000 caracteres)')
})

it('a total below the lessons used is refused in plural and singular', () => {
  expect(MESSAGES.packages.belowUsed(4)).toBe(
    'Este pacote já tem 4 aulas usadas: o total não pode ser menor que 4',
  )
  expect(MESSAGES.packages.belowUsed(1)).toBe(
    'Este pacote já tem 1 aula usada: o total não pode ser menor que 1',
  )
})
