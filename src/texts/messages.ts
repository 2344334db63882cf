import { PUBLIC_STUDENT } from './public-student'

/**
 * What the product says when something worked, failed or is empty (spec §5, §8), by subject. Toasts have a title and
 * perhaps a description; `service` texts are what a service answers in `message`. Plain data: no rule lives here.
 */

const plural = (count: number, one: string, many: string): string => `${count} ${count === 1 ? one : many}`

const TRY_AGAIN = 'Ocorreu um erro. Tente novamente.'

export const MESSAGES = {
  common: {
    unauthenticated: 'Não autenticado',
    /** Clubs throw instead of answering (spec §6). */
    unauthenticatedError: 'Not authenticated',
    error: 'Erro',
    tryAgain: TRY_AGAIN,
    unexpected: 'Ocorreu um erro inesperado.',
    network: PUBLIC_STUDENT.network,
    /** The server no longer knows a call of this version of the app. */
    outdated: 'Esta versão do app ficou antiga. Atualize o app para continuar.',
    rateLimited: 'Muitas tentativas em pouco tempo. Aguarde um momento e tente novamente.',
    /** A repeat of something that is there already, though not as it was sent now. */
    alreadySaved: 'Já estava salvo. Confira os dados.',
    /** An edit that began from something that was changed meanwhile. */
    overtaken: 'Estes dados mudaram em outro aparelho. Confira e tente novamente.',
    loadData: 'Erro ao carregar dados',
    linkCopied: 'Link copiado!',
    copyFailed: 'Não foi possível copiar',
    tooLong: (max: number) => `Texto muito longo (máximo ${max.toLocaleString('pt-BR')} caracteres)`,
  },
  loading: {
    auth: 'Verificando autenticação...',
    publicStudent: PUBLIC_STUDENT.loading,
    sessions: 'Carregando sessões...',
  },
  students: {
    service: {
      list: 'Erro ao buscar alunos',
      create: 'Erro ao criar aluno',
      update: 'Erro ao atualizar aluno',
      remove: 'Erro ao remover aluno',
      notFound: 'Aluno não encontrado',
      alreadyDeleted: 'Este aluno já foi removido',
      created: 'Aluno criado com sucesso',
      updated: 'Aluno atualizado com sucesso',
      removed: 'Aluno removido com sucesso',
    },
    toast: {
      notFound: 'Aluno não encontrado',
      loadFailed: {
        title: 'Erro ao carregar alunos',
        description: 'Ocorreu um erro ao carregar a lista de alunos.',
      },
      createFailed: { title: 'Erro ao criar aluno', description: 'Ocorreu um erro inesperado.' },
      saveFailed: { title: 'Erro', description: 'Erro ao salvar dados do aluno' },
    },
    empty: {
      title: 'Nenhum aluno encontrado',
      first: 'Comece adicionando seu primeiro aluno',
      firstAction: 'Adicionar Primeiro Aluno',
      filtered: 'Tente ajustar os filtros de busca',
      none: 'Nenhum aluno ativo',
      noneWithCredits: 'Nenhum aluno ativo com créditos',
    },
    form: {
      nameShort: 'Nome deve ter pelo menos 2 caracteres',
      nameLong: 'Nome muito longo',
      emailInvalid: 'Email inválido',
      emailLong: 'Email muito longo',
      phoneRequired: 'Telefone é obrigatório',
      phoneInvalid: 'Telefone inválido',
      genderRequired: 'Selecione o gênero',
      typeRequired: 'Selecione o tipo de aluno',
      classeRequired: 'Selecione a classe',
      statusRequired: 'Selecione o status',
      notesLong: 'Notas muito longas',
    },
  },
  packages: {
    service: {
      list: 'Erro ao buscar pacotes',
      create: 'Erro ao criar pacote',
      update: 'Erro ao atualizar pacote',
      remove: 'Erro ao remover pacote',
      notFound: 'Pacote não encontrado',
      alreadyDeleted: 'Este pacote já foi removido',
      created: 'Pacote criado com sucesso',
      updated: 'Pacote atualizado com sucesso',
      removed: 'Pacote removido com sucesso',
    },
    toast: {
      created: 'Pacote criado com sucesso!',
      createFailed: {
        title: 'Erro ao criar pacote',
        description: 'Ocorreu um erro ao criar o pacote. Tente novamente.',
      },
      updateFailed: { title: 'Erro ao atualizar pacote', description: TRY_AGAIN },
      removeFailed: { title: 'Erro ao deletar pacote', description: TRY_AGAIN },
      inUse: {
        title: 'Não é possível apagar este pacote',
        description: 'Há aulas vinculadas a este pacote. Mova as aulas para outro pacote primeiro.',
      },
    },
    /** A new total below what is used (product.md). */
    belowUsed: (used: number) =>
      `Este pacote já tem ${plural(used, 'aula usada', 'aulas usadas')}: o total não pode ser menor que ${used}`,
    empty: PUBLIC_STUDENT.empty.packages,
    form: {
      studentRequired: 'Selecione um aluno',
      startRequired: 'Data de início é obrigatória',
      paymentRequired: 'Data de pagamento é obrigatória',
      page: {
        classesMin: 'Número de aulas deve ser pelo menos 1',
        priceMin: 'Preço deve ser maior que 0',
        priceRequired: 'Preço é obrigatório',
        priceNumber: 'Preço deve ser um número',
        validityMin: 'Validade deve ser pelo menos 1 dia',
      },
      dialog: {
        classesMin: 'Deve ter pelo menos 1 aula',
        priceMin: 'Valor deve ser positivo',
        priceNumber: 'Valor deve ser um número',
        validityMin: 'Tempo de validade deve ser pelo menos 1 dia',
        validityRequired: 'Tempo de validade é obrigatório para pacotes com mais de 1 aula',
      },
      classesMax: 'Pacote máximo de 100 aulas',
      classesWhole: 'Número de aulas deve ser inteiro',
      priceMax: 'Valor muito alto',
      validityMax: 'Validade muito alta',
      validityWhole: 'Validade deve ser em dias inteiros',
    },
  },
  sessions: {
    service: {
      list: 'Erro ao buscar sessões',
      create: 'Erro ao criar sessão',
      updateFeedback: 'Erro ao atualizar feedback',
      assign: 'Erro ao atribuir pacote',
      update: 'Erro ao atualizar sessão',
      remove: 'Erro ao deletar sessão',
      notFound: 'Sessão não encontrada',
      alreadyDeleted: 'Esta sessão já foi deletada',
      created: 'Sessão registrada com sucesso',
      feedbackUpdated: 'Feedback atualizado com sucesso',
      assigned: 'Pacote atribuído com sucesso',
      updated: 'Sessão atualizada com sucesso',
      removed: 'Sessão deletada com sucesso',
      conflict: 'Esta sessão mudou em outro aparelho. Veja o que mudou e tente novamente.',
      busy: 'Os créditos mudaram enquanto a sessão era salva. Tente novamente.',
    },
    toast: {
      createFailed: { title: 'Erro ao registrar sessão', description: TRY_AGAIN },
      updateFailed: { title: 'Erro ao atualizar', description: TRY_AGAIN },
      removeFailed: { title: 'Erro ao excluir', description: TRY_AGAIN },
      loadFailed: { title: 'Erro ao carregar sessões', description: TRY_AGAIN },
      assignFailed: { title: 'Erro ao atribuir pacote', description: TRY_AGAIN },
      feedbackFailed: { title: 'Erro', description: 'Erro ao salvar feedback' },
      feedbackCopied: 'Feedback copiado!',
    },
    rules: {
      noStudents: 'Selecione pelo menos um aluno',
      noStudentsInEdit: 'Selecione pelo menos um aluno para a sessão.',
      studentTwice: 'O mesmo aluno foi selecionado duas vezes',
      choosePackage: 'Selecione um pacote',
      packageNotFound: 'Pacote não encontrado',
      packageEmpty: 'Pacote sem créditos disponíveis',
      assignmentNotFound: 'Atribuição não encontrada',
      dateRequired: 'Data da aula é obrigatória',
      inFuture: 'A data da aula não pode ser no futuro',
      ratingInvalid: 'Avaliação deve ser de 1 a 5',
      teacherRequired: 'Professor é obrigatório',
    },
    effects: {
      taken: (name: string) => `1 crédito sai do ${name}`,
      takenExpired: (name: string) => `1 crédito sai do ${name}, que está vencido`,
      returned: (name: string) => `1 crédito volta para o ${name}`,
      returnedExpired: (name: string) => `1 crédito volta para o ${name}, que está vencido`,
      withoutPackage: 'Sem pacote',
    },
    /** After registering: who was there without a package that could pay. */
    withoutPackage: (count: number, name?: string) =>
      count === 1
        ? `${name ?? '1 aluno'} ficou sem pacote nesta aula`
        : `${count} alunos ficaram sem pacote nesta aula`,
    /** What another device did to a lesson that is being edited here. */
    changes: {
      date: (before: string, now: string) => `Data: ${before} → ${now}`,
      teacher: (before: string, now: string) => `Professor: ${before} → ${now}`,
      notes: (now: string) => `Observações da aula: “${now}”`,
      notesGone: 'Observações da aula apagadas',
      joined: (name: string) => `${name} entrou na aula`,
      left: (name: string) => `${name} saiu da aula`,
      package: (name: string, before: string, now: string) => `Pacote de ${name}: ${before} → ${now}`,
      feedback: (name: string, now: string) => `Feedback de ${name}: ${now}`,
      feedbackGone: (name: string) => `Feedback de ${name} apagado`,
    },
    /** Where lesson notes are typed: the public page shows them (product.md). */
    notesHint: 'Visível na página dos alunos desta aula',
    empty: {
      title: 'Nenhuma sessão encontrada',
      first: 'Registre sua primeira sessão de aula',
      firstAction: 'Registrar Primeira Sessão',
      filtered: 'Tente ajustar os filtros de busca',
      lessons: PUBLIC_STUDENT.empty.lessons,
      feedbacks: PUBLIC_STUDENT.empty.feedbacks,
    },
  },
  alerts: {
    service: {
      list: 'Erro ao buscar alertas',
      update: 'Erro ao atualizar alertas',
      notFound: 'Alerta não encontrado',
    },
    resolved: { title: 'Alerta resolvido', description: 'Ele só volta se acontecer de novo.' },
    empty: 'Nenhum alerta no momento',
    emptyOfType: 'Nenhum alerta deste tipo',
  },
  clubs: {
    loadFailed: 'Erro ao carregar clubes',
    saveFailed: 'Erro ao salvar clube',
    removeFailed: 'Erro ao remover clube',
    defaultFailed: 'Erro ao definir clube padrão',
    notFound: 'Clube não encontrado',
    alreadyDeleted: 'Este clube já foi removido',
    added: 'Clube adicionado',
    updated: 'Clube atualizado',
    removed: 'Clube removido',
    defaultSet: 'Clube padrão definido',
    empty: {
      title: 'Nenhum clube cadastrado',
      description: 'Cadastre onde você dá aulas: o clube padrão já vem escolhido em cada nova sessão.',
    },
    confirmRemove: 'Tem certeza que deseja remover este clube? Esta ação não pode ser desfeita.',
    form: { nameRequired: 'Nome é obrigatório' },
  },
  app: {
    updates: {
      available: {
        title: 'Atualização disponível!',
        description: 'Toque em “Atualizar Agora” para usar a versão nova.',
      },
      banner: {
        available: { title: 'Nova versão disponível!', action: 'Atualizar Agora' },
        /** Another tab applied the update. */
        replaced: {
          title: 'O app foi atualizado.',
          action: 'Recarregar',
        },
        applying: 'Atualizando...',
        close: 'Fechar aviso de atualização',
      },
      upToDate: { title: 'App atualizado', description: 'Você já está na versão mais recente.' },
      failed: {
        title: 'Erro ao verificar',
        description: 'Não foi possível verificar agora. Tente novamente.',
      },
      confirmReset: 'Isso vai limpar todo o cache e recarregar o app. Deseja continuar?',
      /** Without the server the app could not be loaded again. */
      resetFailed: {
        title: 'Sem conexão',
        description: 'O cache só pode ser limpo com internet. Nada foi apagado.',
      },
    },
    install: {
      done: 'App instalado com sucesso!',
      installed: 'O app está instalado neste dispositivo.',
      why: 'Instale o Voleio na tela inicial e abra direto na beira da quadra.',
      unsupported: 'Este dispositivo não oferece a instalação do app. Use o Chrome ou o Edge.',
      ios: {
        title: 'Instalar no iPhone ou iPad',
        steps: [
          'Toque no botão Compartilhar, na barra do navegador.',
          'Escolha “Adicionar à Tela de Início”.',
          'Confirme em “Adicionar”.',
        ],
      },
    },
  },
  profile: {
    loadFailed: 'Erro ao carregar perfil',
    updateFailed: {
      title: 'Erro ao atualizar perfil',
      description: 'Não foi possível salvar as alterações.',
    },
    updated: 'Perfil atualizado',
    form: { nameRequired: 'Nome é obrigatório', sportRequired: 'Selecione o esporte principal' },
  },
  dashboard: {
    service: 'Erro ao buscar estatísticas',
    loadFailed: {
      title: 'Erro ao carregar dashboard',
      description: 'Ocorreu um erro ao carregar os dados.',
    },
    charts: {
      title: 'Evolução',
      revenue: { title: 'Receita por mês', none: 'Os pacotes vendidos nos últimos 6 meses aparecem aqui.' },
      lessons: { title: 'Aulas por semana', none: 'As aulas das últimas 8 semanas aparecem aqui.' },
      rating: { title: 'Avaliação média por mês', none: 'As avaliações dos últimos 6 meses aparecem aqui.' },
    },
  },
  publicStudent: PUBLIC_STUDENT,
  auth: {
    login: {
      failed: 'Erro no login',
      invalid: 'Email ou senha inválidos',
      internal: 'Ocorreu um erro interno. Tente novamente.',
      done: { title: 'Login realizado!', description: 'Bem-vindo de volta!' },
      notConfirmed: 'Confirme seu email antes de entrar. Verifique sua caixa de entrada.',
      /** Where the guard sent a coach whose login expired. */
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
    logout: {
      done: { title: 'Logout realizado', description: 'Você foi desconectado com sucesso.' },
      failed: { title: 'Desconectado', description: 'Você foi desconectado.' },
      expired: {
        title: 'Desconectado',
        description: 'Você foi desconectado (sessão já estava expirada).',
      },
    },
    /** Why the provider calls a password weak, by its reason codes. */
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
      emailRequired: 'Email é obrigatório',
      emailInvalid: 'Email inválido',
      emailLong: 'Email muito longo',
      passwordRequired: 'Senha é obrigatória',
      passwordShort: 'A senha deve ter no mínimo 6 caracteres.',
      passwordLong: 'Senha muito longa (máximo 72 caracteres)',
      phoneRequired: 'Telefone é obrigatório',
      phoneInvalid: 'Telefone inválido',
      countryCodeRequired: 'Selecione o código do país',
      sportRequired: 'Selecione o esporte principal',
      mismatch: 'As senhas digitadas são diferentes.',
    },
  },
} as const
