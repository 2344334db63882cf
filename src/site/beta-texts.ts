/** Texts of the beta pages; what they may claim is in docs/product.md, 'Landing and beta pages'. */
export const BETA = {
  en: {
    logo: 'Voleio, home',
    title: { before: 'Play the', marked: 'first set', after: 'with us.' },
    lead:
      'Voleio is class management for racket-sport coaches, with an AI agent that turns your voice ' +
      'messages into lesson data and structured feedback. Try the testing version with your own students ' +
      'and tell us what is missing.',
    action: 'Join the beta',
    note: 'No credit card. Set up in 3 minutes.',
    stepsTitle: 'How the beta works',
    steps: [
      { title: 'Leave your contact', text: 'Name, email, phone, and the sports you teach.' },
      { title: 'Get your access', text: 'Our team emails you the way into the testing version.' },
      { title: 'Coach as usual', text: 'Set up in 3 minutes, then give your next lesson with it.' },
    ],
    getsTitle: 'What you will be testing',
    gets: [
      { title: 'The agent', text: 'Send audio in a messaging app; get lesson data and feedback back.' },
      { title: 'Packages and credits', text: 'Every lesson takes one credit from the right package.' },
      { title: 'Feedback', text: 'A rating, a focus and a note per student, lesson after lesson.' },
      { title: 'Student pages', text: 'One link: credits, lessons and feedback, without a login.' },
    ],
    claims: [
      { figure: '50+', text: 'coaches on court with Voleio' },
      { figure: '2–3x', text: 'longer with the same student' },
      { figure: '7 days', text: 'free when you subscribe' },
    ],
    closing: { title: 'The court is open.', text: 'Bring your students; we bring the balls.' },
    footer: {
      line: 'Class management for racket-sport coaches.',
      privacy: 'Privacy policy (in Portuguese)',
      contact: 'Contact',
    },
  },
  pt: {
    logo: 'Voleio, início',
    title: { before: 'Jogue o', marked: 'primeiro set', after: 'com a gente.' },
    lead:
      'O Voleio cuida das aulas de quem ensina esportes de raquete, com um agente de IA que transforma os ' +
      'seus áudios em dados da aula e feedback organizado. Teste com os seus alunos e conte o que falta.',
    action: 'Quero testar',
    note: 'Sem cartão de crédito. Pronto em 3 minutos.',
    stepsTitle: 'Como funciona o teste',
    steps: [
      { title: 'Deixe o seu contato', text: 'Nome, email, telefone e os esportes que você ensina.' },
      { title: 'Receba o acesso', text: 'Nossa equipe manda por email o acesso à versão de teste.' },
      { title: 'Dê aula como sempre', text: 'Em 3 minutos está pronto; a próxima aula já é com ele.' },
    ],
    getsTitle: 'O que você vai testar',
    gets: [
      { title: 'O agente', text: 'Mande um áudio pelo app de mensagens e receba a aula e o feedback.' },
      { title: 'Pacotes e créditos', text: 'Cada aula desconta um crédito, do pacote certo.' },
      { title: 'Feedback', text: 'Nota, foco e observação de cada aluno, aula por aula.' },
      { title: 'Página do aluno', text: 'Um link: créditos, aulas e feedbacks, sem senha.' },
    ],
    claims: [
      { figure: '50+', text: 'professores já usam o Voleio' },
      { figure: '2–3x', text: 'mais tempo com o mesmo aluno' },
      { figure: '7 dias', text: 'grátis na hora de assinar' },
    ],
    closing: { title: 'A quadra está livre.', text: 'Você traz os alunos; a bola é nossa.' },
    footer: {
      line: 'Gestão de aulas para professores de esportes de raquete.',
      privacy: 'Política de Privacidade',
      contact: 'Contato',
    },
  },
} as const
