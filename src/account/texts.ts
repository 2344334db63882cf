export const AUTH_MESSAGES = {
  login: {
    failed: 'Erro no login',
    invalid: 'Email ou senha inválidos',
    internal: 'Ocorreu um erro interno. Tente novamente.',
    done: { title: 'Login realizado!', description: 'Bem-vindo de volta!' },
    notConfirmed: 'Confirme seu email antes de entrar. Verifique sua caixa de entrada.',
    /** After a login expired and the guard redirected. */
    expired: 'Sua sessão expirou. Entre de novo para continuar de onde parou.',
  },
  signup: {
    failed: 'Erro no cadastro',
    taken: 'Este email já está cadastrado',
    done: { title: 'Cadastro realizado!', description: 'Verifique seu email para confirmar o cadastro.' },
  },
  resend: {
    failed: 'Erro ao reenviar email',
    done: {
      title: 'Email reenviado!',
      description: 'Verifique sua caixa de entrada para confirmar seu cadastro.',
    },
  },
  confirm: {
    done: 'Email confirmado!',
    expired: 'Este link de confirmação expirou. Solicite um novo email de confirmação.',
    invalid: 'Este link já foi usado ou é inválido.',
    failed: 'Erro ao confirmar email. Tente novamente.',
    unexpected: 'Erro ao processar confirmação. Tente novamente mais tarde.',
    noToken: 'Link de confirmação inválido. Parâmetros ausentes.',
  },
  forgot: { failed: 'Erro ao solicitar reset', done: 'Email enviado!' },
  reset: {
    failed: 'Erro ao redefinir senha',
    done: 'Senha redefinida!',
    invalidLink: {
      title: 'Link inválido ou expirado',
      description: 'Por favor, solicite um novo link de reset.',
    },
    short: { title: 'Senha muito curta', description: 'A senha deve ter no mínimo 6 caracteres.' },
    mismatch: { title: 'Senhas não coincidem', description: 'As senhas digitadas são diferentes.' },
    same: 'A nova senha deve ser diferente da atual.',
  },
  /** On the login page, after the coach closed the account. */
  closed: {
    title: 'Sua conta foi encerrada.',
    description:
      'Tudo o que era seu foi apagado, e neste aparelho também. Obrigado por ter jogado com a gente: se ' +
      'quiser voltar, é só abrir uma conta nova.',
  },
  logout: {
    done: { title: 'Logout realizado', description: 'Você foi desconectado com sucesso.' },
    failed: { title: 'Desconectado', description: 'Você foi desconectado.' },
    expired: { title: 'Desconectado', description: 'Você foi desconectado (sessão já estava expirada).' },
  },
  /** Why a password is weak, by the provider's reason codes. */
  weakPassword: {
    title: 'Senha fraca',
    reasons: {
      length: 'A senha deve ter no mínimo 6 caracteres.',
      characters: 'A senha deve misturar letras maiúsculas, minúsculas, números e símbolos.',
      pwned: 'Esta senha já apareceu em vazamentos de dados. Escolha outra.',
    },
  },
  form: {
    nameRequired: 'Nome é obrigatório',
    passwordRequired: 'Senha é obrigatória',
    passwordShort: 'A senha deve ter no mínimo 6 caracteres.',
    passwordGuessed: 'Esta senha é das primeiras que alguém tentaria. Escolha outra.',
    passwordLong: 'Senha muito longa (máximo 72 caracteres; com acento valem 2)',
    countryCodeRequired: 'Selecione o código do país',
    sportRequired: 'Selecione o esporte principal',
    mismatch: 'As senhas digitadas são diferentes.',
  },
} as const

export const PROFILE_MESSAGES = {
  loadFailed: 'Erro ao carregar perfil',
  updateFailed: { title: 'Erro ao atualizar perfil', description: 'Não foi possível salvar as alterações.' },
  updated: 'Perfil atualizado',
  form: { nameRequired: 'Nome é obrigatório', sportRequired: 'Selecione o esporte principal' },
} as const
