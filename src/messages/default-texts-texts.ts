/** What each message says until the coach writes their own. A paragraph with an empty place is left out. */
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

Nossa aula de {data} ficou sem pacote. Quer que eu já renove para você? 🎾

Aqui você acompanha tudo: {link}`,
  no_club_registered: `Olá! Tudo bem? Dou aulas aí no clube e estou organizando minha agenda.

Pode me passar o nome completo, o endereço e um telefone de contato? Obrigado! 🎾`,
  payment_overdue: `Oi, {nome}! Tudo bem?

Ainda não encontrei o pagamento de {valor}, que era para {data}. Se já pagou, me manda o comprovante, por favor.

Se preferir PIX, é só copiar o código abaixo e colar no app do seu banco:
{pix}

Qualquer coisa, me chama por aqui! 🎾`,
  open_amount: `Oi, {nome}! Tudo bem?

Passando para lembrar do pagamento do seu pacote: {valor}, para {data}.

Se preferir PIX, é só copiar o código abaixo e colar no app do seu banco:
{pix}

Obrigado! 🎾`,
  lesson_summary: `Oi, {nome}! Resumo da nossa aula de {data}:

{resumo}

Seu histórico completo: {link}`,
  tomorrow_lesson: `Oi, {nome}! Passando para lembrar da nossa aula amanhã, {data}, às {hora}. Até lá! 🎾`,
  cancelled_lesson: `Oi, {nome}! A aula de {data}, às {hora}, não vai acontecer.

Ela não desconta nenhum crédito seu. Logo combinamos outro dia! 🎾`,
  student_link: `Oi, {nome}! Esta é a sua página no Voleio, com seus créditos, aulas e feedbacks:
{link}

É só sua: guarde o link. 🎾`,
} as const
