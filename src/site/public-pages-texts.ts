/**
 * Head texts of each public page for search engines, chats and browser tabs. The build writes them into the
 * prerendered HTML (src/build); `usePageHead` updates them after client-side navigation.
 */

export interface PublicPage {
  path: string
  lang: 'pt-BR' | 'en'
  /** The complete title; search results show about 60 characters. */
  title: string
  /** Search results show about 155 characters. */
  description: string
  /** The path that search engines should list; another page's if two pages have the same content. */
  canonical: string
  /** The same page in the other language. */
  translation?: string
  /** Social picture, 1200 by 630. */
  image: { path: string; alt: string }
}

const IMAGE = {
  pt: { path: '/og/og-pt.png', alt: 'Voleio: você dá a aula, o resto fica anotado.' },
  en: { path: '/og/og-en.png', alt: 'Voleio: you coach, your AI agent takes the notes.' },
} as const

const HOME = {
  lang: 'pt-BR',
  title: 'Voleio: gestão de aulas para professores de raquete',
  description:
    'Alunos, pacotes, créditos e feedback de cada aula, na palma da mão e na beira da quadra. 7 dias ' +
    'grátis, sem cartão de crédito.',
  canonical: '/',
  translation: '/eng',
  image: IMAGE.pt,
} as const

export const PUBLIC_PAGES = {
  home: { path: '/', ...HOME },
  homePt: { path: '/pt', ...HOME },
  homeEn: {
    path: '/eng',
    lang: 'en',
    title: 'Voleio: class management for racket-sport coaches',
    description:
      'An AI agent turns your voice messages into lesson data and structured feedback. Students, ' +
      'packages and credits included. 7 days free, no credit card.',
    canonical: '/eng',
    translation: '/',
    image: IMAGE.en,
  },
  testEn: {
    path: '/test-en',
    lang: 'en',
    title: 'Voleio beta: try it with your students',
    description:
      'Join the Voleio beta: lessons, packages, credits and feedback for tennis, padel, beach tennis ' +
      'and pickleball coaches.',
    canonical: '/test-en',
    translation: '/test-pt',
    image: IMAGE.en,
  },
  testPt: {
    path: '/test-pt',
    lang: 'pt-BR',
    title: 'Voleio beta: teste com os seus alunos',
    description:
      'Participe do beta do Voleio: aulas, pacotes, créditos e feedback para professores de tênis, ' +
      'padel, beach tennis e pickleball.',
    canonical: '/test-pt',
    translation: '/test-en',
    image: IMAGE.pt,
  },
  leadFormEn: {
    path: '/lead-form',
    lang: 'en',
    title: 'Join the Voleio beta',
    description: 'Leave your name and email: our team sends you access to the testing version of Voleio.',
    canonical: '/lead-form',
    translation: '/lead-form/pt',
    image: IMAGE.en,
  },
  leadFormPt: {
    path: '/lead-form/pt',
    lang: 'pt-BR',
    title: 'Participe do beta do Voleio',
    description: 'Deixe seu nome e email: nossa equipe envia o acesso à versão de teste do Voleio.',
    canonical: '/lead-form/pt',
    translation: '/lead-form',
    image: IMAGE.pt,
  },
  privacyPolicy: {
    path: '/privacy-policy',
    lang: 'pt-BR',
    title: 'Política de Privacidade · Voleio',
    description:
      'Quais dados o Voleio trata, para quê, por quanto tempo, com quem, e como exercer os seus direitos pela LGPD.',
    canonical: '/privacy-policy',
    image: IMAGE.pt,
  },
} as const satisfies Record<string, PublicPage>

export type PublicPageName = keyof typeof PUBLIC_PAGES
