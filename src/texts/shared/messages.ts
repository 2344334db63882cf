import { AUTH_MESSAGES } from '@/texts/account/messages-auth'
import { PACKAGE_MESSAGES } from '@/texts/packages/messages-packages'
import { PUBLIC_STUDENT } from '@/texts/public-student/public-student'
import { SESSION_MESSAGES } from '@/texts/sessions/messages-sessions'
import { STUDENT_MESSAGES } from '@/texts/students/messages-students'
import { APP_MESSAGES } from './messages-app'
import { COMMON_MESSAGES } from './messages-common'

/**
 * Texts by subject, for success, failure and empty lists. Toasts have a title and an optional description; `service`
 * texts become a service's `message`.
 */
export const MESSAGES = {
  common: COMMON_MESSAGES,
  loading: {
    auth: 'Verificando autenticação...',
    publicStudent: PUBLIC_STUDENT.loading,
    sessions: 'Carregando sessões...',
  },
  students: STUDENT_MESSAGES,
  packages: PACKAGE_MESSAGES,
  sessions: SESSION_MESSAGES,
  alerts: {
    service: {
      list: 'Erro ao buscar alertas',
      update: 'Erro ao atualizar alertas',
      notFound: 'Alerta não encontrado',
    },
    resolved: { title: 'Alerta resolvido', description: 'Ele só volta se acontecer de novo.' },
    empty: 'Nenhum alerta no momento',
    emptyHelp: 'Créditos acabando, pacotes vencendo e aulas sem pacote aparecem aqui.',
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
  app: APP_MESSAGES,
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
  auth: AUTH_MESSAGES,
} as const
