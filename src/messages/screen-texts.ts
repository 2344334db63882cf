/** Texts of the screen 'Mensagens': the coach's own texts, with a preview. */
export const MESSAGES_SCREEN = {
  help:
    'Os textos que o Voleio deixa prontos. Quem envia é você, no WhatsApp: antes de abrir, dá para ' +
    'ajustar cada um.',
  needsConnection: 'Sem conexão: mudar um texto só é possível com internet.',
  noStudent: 'Com um aluno ativo, o texto aparece aqui como ele vai ler.',
  required: 'Escreva o texto da mensagem',
  unknown: (place: string) => `${place} não existe nesta mensagem`,
  saveFailed: { title: 'Erro ao salvar o texto', description: 'Ocorreu um erro. Tente novamente.' },
  groups: [
    {
      title: 'Créditos e pacotes',
      kinds: ['low_credits', 'expiring_package', 'expired_package', 'unassigned_session'],
    },
    { title: 'Pagamentos', kinds: ['open_amount', 'payment_overdue'] },
    {
      title: 'Aulas',
      kinds: ['tomorrow_lesson', 'moved_lesson', 'cancelled_lesson', 'opening', 'lesson_summary'],
    },
    { title: 'Página do aluno e clube', kinds: ['student_link', 'agreement', 'no_club_registered'] },
  ],
  kinds: {
    low_credits: { title: 'Créditos acabando', when: 'No alerta de poucos créditos' },
    expiring_package: { title: 'Pacote perto de vencer', when: 'No alerta, 7 dias antes' },
    expired_package: { title: 'Pacote vencido', when: 'No alerta, com créditos que sobraram' },
    unassigned_session: { title: 'Aula sem pacote', when: 'No alerta de aula sem pacote' },
    open_amount: { title: 'Pagamento em aberto', when: 'Em “Cobrar”, até a data do pagamento' },
    payment_overdue: { title: 'Pagamento atrasado', when: 'No alerta e em “Cobrar”, depois da data' },
    tomorrow_lesson: { title: 'Aula de amanhã', when: 'Em “Amanhã”, no dashboard' },
    moved_lesson: { title: 'Aula remarcada', when: 'Depois de mudar uma aula na agenda' },
    cancelled_lesson: { title: 'Aula cancelada', when: 'Depois de cancelar as aulas de hoje' },
    opening: { title: 'Horário disponível', when: 'Depois de oferecer um horário' },
    lesson_summary: { title: 'Resumo da aula', when: 'Depois de uma aula com feedback' },
    student_link: { title: 'Página do aluno', when: 'Para um aluno novo e no perfil' },
    agreement: { title: 'Combinados', when: 'Em “Combinados”, no seu perfil e no do aluno' },
    no_club_registered: { title: 'Dados do clube', when: 'No alerta de clube: você escolhe o contato' },
  },
  places: {
    nome: 'primeiro nome',
    creditos: 'créditos que restam',
    validade: 'último dia do pacote',
    data: 'dia da aula ou do pagamento',
    hora: 'hora da aula',
    valor: 'quanto está em aberto',
    pix: 'código PIX do valor em aberto',
    link: 'página do aluno',
    resumo: 'nota, foco e observações da aula',
    combinados: 'as regras que você publicou',
  },
} as const

/** Texts of a message before it is opened. */
export const MESSAGE_SHEET = {
  offline: 'Sem conexão: o Voleio não consegue anotar que a mensagem foi aberta.',
  leftOut: (places: readonly string[]) =>
    places.length === 1
      ? `Ficou de fora o parágrafo com ${places.join()}, que está vazio.`
      : `Ficaram de fora os parágrafos com ${places.join(', ')}, que estão vazios.`,
  'nothing-open': 'Este pacote não tem mais nada em aberto: não há o que cobrar.',
  /** The cause has ended since the screen read it, or the lesson has another hour. */
  over: 'O que esta mensagem diz mudou. Confira antes de avisar.',
  /** Deleted or anonymised: only these students have no phone. */
  'student-gone': 'Este aluno não pode mais receber mensagens.',
  empty: 'Escreva o texto da mensagem.',
  braces: 'Complete ou apague o que está entre chaves.',
} as const

/** The app's texts, used until the coach writes others. A paragraph with an empty place is left out. */
export const DEFAULT_TEXTS = {
  low_credits: `Oi, {nome}! Tudo bem? 🎾

Passando para avisar que você está com {creditos} de aula. Quer renovar para a gente não perder o ritmo?

Aqui você acompanha tudo: {link}`,
  expiring_package: `Oi, {nome}! Tudo bem?

Seu pacote vence em {validade} e ainda tem {creditos}. Vamos marcar para aproveitar antes? 🎾

Aqui você acompanha tudo: {link}`,
  expired_package: `Oi, {nome}! Tudo bem?

Seu pacote venceu em {validade} e ficou com {creditos} sem usar. Vamos conversar para combinar como seguir? 🎾`,
  unassigned_session: `Oi, {nome}! Tudo bem?

Nossa aula de {data} ficou sem pacote. Como você prefere acertar? 🎾

Aqui você acompanha tudo: {link}`,
  no_club_registered: `Olá! Tudo bem? Dou aulas aí no clube e estou organizando minha agenda.

Pode me passar o nome completo, o endereço e um telefone de contato? Agradeço! 🎾`,
  payment_overdue: `Oi, {nome}! Tudo bem?

Ainda não encontrei o pagamento de {valor}, que era para {data}. Se já pagou, me manda o comprovante, por favor.

Se preferir PIX, é só copiar o código abaixo e colar no app do seu banco:
{pix}

Qualquer coisa, me chama por aqui! 🎾`,
  open_amount: `Oi, {nome}! Tudo bem?

Passando para lembrar do pagamento do seu pacote: {valor}, para {data}.

Se preferir PIX, é só copiar o código abaixo e colar no app do seu banco:
{pix}

Valeu! 🎾`,
  lesson_summary: `Oi, {nome}! Resumo da nossa aula de {data}:

{resumo}

Seu histórico completo: {link}`,
  tomorrow_lesson: `Oi, {nome}! Passando para lembrar da nossa aula amanhã, {data}, às {hora}. Até lá! 🎾

Confira aqui: {link}`,
  moved_lesson: `Oi, {nome}! Nossa aula mudou: agora é {data}, às {hora}. Até lá! 🎾

Confira aqui: {link}`,
  cancelled_lesson: `Oi, {nome}! A aula de {data}, às {hora}, não vai acontecer.

Ela não desconta nenhum crédito seu. Logo combinamos outro dia! 🎾`,
  opening: `Oi, {nome}! Abriu um horário: {data}, às {hora}. Quer jogar?

É de quem aceitar primeiro, na sua página: {link}`,
  student_link: `Oi, {nome}! Esta é a sua página no Voleio, com seus créditos, aulas e feedbacks:
{link}

É só sua: guarde o link. 🎾`,
  agreement: `Oi, {nome}! Estes são os combinados das nossas aulas:

{combinados}

Eles ficam na sua página. É só abrir e tocar em “Li os combinados”: {link}`,
} as const
