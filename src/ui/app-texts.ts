export const APP_MESSAGES = {
  updates: {
    /** `button`: the one in the banner. */
    available: (button: string) => ({
      title: 'Atualização disponível!',
      description: `Toque em “${button}” para usar a versão nova.`,
    }),
    banner: {
      available: { title: 'Nova versão disponível!', action: 'Atualizar Agora' },
      replaced: { title: 'O app foi atualizado.', action: 'Recarregar' },
      applying: 'Atualizando...',
      close: 'Fechar aviso de atualização',
    },
    upToDate: { title: 'App atualizado', description: 'Você já está na versão mais recente.' },
    failed: { title: 'Erro ao verificar', description: 'Não foi possível verificar agora. Tente novamente.' },
    confirmReset: 'Isso vai limpar todo o cache e recarregar o app. Deseja continuar?',
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
} as const
