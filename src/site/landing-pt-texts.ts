/**
 * The texts of the landing pages (docs/product.md, 'Landing and beta pages'). Each language has its own file, so that a
 * visitor downloads one. The languages are written independently, not translated.
 */
export const LANDING_PT = {
  bar: {
    home: 'Home',
    features: 'Features',
    enter: 'Entrar',
    logo: 'Voleio, início',
    navigation: 'Seções da página',
  },
  hero: {
    /** `marked` is shown in ball yellow. */
    title: { before: 'Você dá a aula.', marked: 'O resto', after: 'fica anotado.' },
    lead: 'Alunos, pacotes, créditos e feedback de cada aula, na palma da mão e na beira da quadra.',
    sports: 'Para quem ensina tênis, padel, beach tennis, pickleball, badminton e tênis de mesa',
    action: 'Começar teste grátis de 7 dias',
    note: 'Sem cartão de crédito. Pronto em 3 minutos.',
  },
  lesson: {
    /** Replaces the drawing for screen readers. */
    description:
      'Exemplo de aula registrada: Lucas Andrade, 4 estrelas, saque e movimentação, com uma nota do ' +
      'professor. Restam 5 créditos de 8.',
    title: 'Aula registrada',
    when: 'hoje, 18:00',
    students: [
      {
        initial: 'L',
        name: 'Lucas Andrade',
        stars: 4,
        focus: ['Saque', 'Movimentação'],
        notes: 'Segundo saque mais fundo. Falta chegar antes na bola curta.',
      },
    ],
    credits: { left: 5, of: 8, text: 'Restam 5 de 8 aulas' },
  },
  voice: {
    description: 'Exemplo: um áudio de 21 segundos do professor.',
    length: '0:21',
    words: 'O Lucas sacou bem hoje, o segundo saque entrou mais fundo…',
  },
  claims: [
    { figure: '50+', text: 'professores já usam o Voleio' },
    { figure: '2–3x', text: 'mais tempo com o mesmo aluno' },
    { figure: '3 min', text: 'para deixar tudo pronto' },
  ],
  features: {
    title: 'Da quadra para o papel? Sem papel.',
    lead: 'O que você combina, ensina e recebe fica em um lugar só, e o aluno acompanha.',
    items: {
      agent: {
        title: 'Fale, e a aula se anota',
        text:
          'Mande um áudio pelo app de mensagens. O agente de IA transforma a sua fala em dados da aula e ' +
          'em feedback organizado para cada aluno.',
      },
      feedback: {
        title: 'Feedback que fica',
        text: 'Nota, foco e observação de cada aluno, aula por aula. A evolução aparece, e o aluno quer continuar.',
      },
      credits: {
        title: 'Crédito que se conta sozinho',
        text: 'Venda o pacote uma vez. Cada aula desconta um crédito, do pacote certo.',
      },
      alerts: {
        title: 'O aviso vem antes',
        text: 'Crédito acabando, pacote vencendo, aula sem pacote: você cobra na hora certa.',
      },
      studentPage: {
        title: 'Uma página para cada aluno',
        text: 'Mande o link. Sem senha e sem instalar nada, o aluno vê créditos, aulas e feedbacks.',
      },
      month: {
        title: 'O mês em uma olhada',
        text: 'Alunos ativos, aulas de hoje, receita do mês e avaliação média, e os clubes onde você dá aula.',
      },
    },
    /** Small pictures of the product, hidden from screen readers. */
    examples: {
      alerts: [
        { tone: 'bad', level: 'Alta', text: 'Rafa: aula sem pacote' },
        { tone: 'warn', level: 'Média', text: 'Bia: 1 crédito restante' },
      ],
      studentPage: { name: 'Marina C.', of: 'Aluna de Ana Ribeiro' },
      month: { revenue: 'Receita Mensal' },
    },
  },
  courts: {
    label: 'Quadras',
    carousel: 'carrossel',
    slide: 'quadra',
    pause: 'Pausar as quadras',
    play: 'Passar as quadras',
    position: (at: number, of: number) => `${at} de ${of}`,
    surfaces: {
      saibro: { name: 'Saibro', text: 'Quique alto, ponto longo.' },
      grama: { name: 'Grama', text: 'Quique baixo, rede já.' },
      duro: { name: 'Duro', text: 'Quique certo, ritmo certo.' },
      areia: { name: 'Areia', text: 'Aqui a bola não quica.' },
    },
  },
  trial: {
    title: '7 dias por nossa conta',
    lead: 'Cadastre os alunos hoje e dê a próxima aula já com tudo anotado.',
    includes: ['7 dias grátis', 'Sem cartão de crédito', 'Pronto em 3 minutos'],
    action: 'Começar teste grátis',
  },
  plan: {
    title: 'Assinatura',
    lead: 'Acabou o teste? Siga com tudo o que já está anotado.',
    /** A placeholder. */
    price: {
      figure: 'R$ --,--',
      spoken: 'Preço a definir: quem entra agora usa grátis 7 dias.',
      period: 'por mês',
    },
    includes: ['Agente de IA por áudio', 'Alunos, pacotes e alertas', 'Página de cada aluno'],
    action: 'Assinar o plano',
    note: 'Cancele quando quiser.',
  },
  screens: {
    title: 'Este é o Voleio, sem desenho.',
    /** A coach's words, and what the picture shows. */
    items: {
      hoje: {
        words: 'Choveu às seis? Três toques.',
        shows: 'Tela Hoje: as aulas do dia, cada uma a um toque de ser registrada.',
      },
      extrato: {
        words: '“Cadê meu crédito?” Está aqui, com o motivo.',
        shows: 'Extrato de uma aluna: cada crédito que entrou ou saiu, com data e motivo.',
      },
      aluna: {
        words: 'Ela vê quanto evoluiu. E volta.',
        shows: 'Página de uma aluna: créditos, próxima aula e o último feedback.',
      },
    },
    sample: 'Veja a página de uma aluna',
  },
  questions: {
    title: 'Antes de começar',
    items: [
      {
        ask: 'E sem sinal na quadra?',
        answer: 'Registre assim mesmo. A aula espera no celular e segue sozinha quando o sinal volta.',
      },
      {
        ask: 'O aluno precisa de um app?',
        answer: 'Não. Ele abre a página dele por um link, sem senha e sem instalar nada.',
      },
      {
        ask: 'O Voleio recebe o meu PIX?',
        answer: 'Não. O código leva a sua chave e o valor em aberto; o dinheiro cai direto na sua conta.',
      },
      {
        ask: 'De quem são os dados?',
        answer: 'Seus. Exporte tudo em planilhas quando quiser, e encerre a conta no próprio app.',
      },
      {
        ask: 'E se eu quiser parar?',
        answer: 'Cancele quando quiser. O teste não pede cartão, então não há o que estornar.',
      },
    ],
  },
  footer: {
    line: 'Gestão de aulas para professores de esportes de raquete.',
    privacy: 'Política de Privacidade',
    contact: 'Contato',
  },
} as const
