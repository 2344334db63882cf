interface Person {
  name: string
  email: string
}

/** Of the screens that links of mails open. Not among the messages: the app's first bundle would carry it. */
export const MAIL_LINKS = {
  entered: (email: string) => `Você entrou como ${email}.`,
  /** While another coach uses this device. */
  otherLogin: {
    title: 'Outro login',
    signedIn: ({ name, email }: Person) => `Você está como ${name} (${email}).`,
    wasHere: ({ name, email }: Person) =>
      `${name} (${email}) usou este aparelho por último, e aqui há o que ainda não foi enviado.`,
    known: { title: 'Este link é de outra conta', sentence: 'Este link é de outra conta.' },
    unknown: { title: 'Este link entra com outro login', sentence: 'Este link entra com outro login.' },
    comes: (email: string) => `Com ele, você entra como ${email}.`,
    advice: ({ name }: Person) =>
      `Se não foi você que pediu este link, continue como ${name}: nada muda. Se sair, o que ${name} ainda não enviou fica guardado neste aparelho até ${name} entrar de novo.`,
    stay: ({ name }: Person) => `Continuar como ${name}`,
    enter: 'Sair e continuar',
  },
} as const
