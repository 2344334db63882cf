export const LANDING_EN = {
  bar: {
    home: 'Home',
    features: 'Features',
    enter: 'Login',
    logo: 'Voleio, home',
    navigation: 'Sections of this page',
  },
  hero: {
    title: { before: 'You coach.', marked: 'Your AI agent', after: 'takes the notes.' },
    lead:
      'Walk off court, send one voice message, and get it back as lesson data and structured feedback for ' +
      'every student.',
    sports: 'For coaches of tennis, padel, beach tennis, pickleball, badminton and table tennis',
    action: 'Subscribe: first 7 days free',
    note: 'No credit card. Set up in 3 minutes.',
  },
  lesson: {
    description:
      'Example of the answer: the lesson with Lucas, 4 stars for serve and footwork, and Marina, 5 ' +
      'stars for volleys, each with a note.',
    title: 'Lesson saved',
    when: 'today, 6 pm',
    students: [
      {
        initial: 'L',
        name: 'Lucas',
        stars: 4,
        focus: ['Serve', 'Footwork'],
        notes: 'Second serve lands deeper. Next: get to the short ball sooner.',
      },
      {
        initial: 'M',
        name: 'Marina',
        stars: 5,
        focus: ['Volley'],
        notes: 'Hands in front, no backswing. Ready for doubles.',
      },
    ],
    credits: { left: 5, of: 8, text: '1 credit used, 5 of 8 left' },
  },
  voice: {
    description: 'Example of a voice message of 21 seconds from a coach.',
    length: '0:21',
    words: 'Good one with Lucas and Marina today. His second serve is landing deeper…',
  },
  claims: [
    { figure: '50+', text: 'coaches on court with Voleio' },
    { figure: '2–3x', text: 'longer with the same student' },
    { figure: '3 min', text: 'to set everything up' },
  ],
  features: {
    title: 'Less admin. More rallies.',
    lead: 'What you agree, teach and get paid for, in one place your students can see too.',
    items: {
      agent: {
        title: 'Talk, and it is filed',
        text:
          'The agent lives in a messaging app. Speak as you would to an assistant: it turns the audio ' +
          'into lesson data and structured feedback.',
      },
      feedback: {
        title: 'Feedback worth keeping',
        text:
          'A rating, a focus and a note for each student, lesson after lesson. Progress they can see is a ' +
          'reason to stay.',
      },
      credits: {
        title: 'Credits that count themselves',
        text: 'Sell the package once. Every lesson takes one credit, from the right package.',
      },
      alerts: {
        title: 'Told before it hurts',
        text: 'Credits running low, packages about to expire, lessons without a package.',
      },
      studentPage: {
        title: 'A page for every student',
        text: 'Share a link. No password, nothing to install: credits, lessons and feedback.',
      },
      month: {
        title: 'Your month at a glance',
        text: "Active students, today's lessons, revenue and average rating, across every club you teach at.",
      },
    },
    examples: {
      alerts: [
        { tone: 'bad', level: 'High', text: 'Rafa: no package' },
        { tone: 'warn', level: 'Medium', text: 'Bia: 1 credit left' },
      ],
      studentPage: { name: 'Marina C.', of: 'Student of Ana Ribeiro' },
      month: { revenue: 'Revenue' },
    },
  },
  retention: {
    figure: '2–3x',
    title: 'Students who see their progress stay 2–3x longer.',
    text:
      'Feedback after every lesson is what keeps them coming back. Voleio makes it the easy part of your ' +
      'day: you speak, they read.',
  },
  plan: {
    title: 'Premium',
    lead: 'One plan with everything in it.',
    price: {
      figure: '$ --.--',
      spoken: 'Price to be announced: join now and the first 7 days are free.',
      period: 'per month',
    },
    includes: ['AI agent by voice message', 'Students, packages and alerts', 'A page for every student'],
    action: 'Get Premium',
    note: 'Cancel any time.',
  },
  screens: {
    title: 'This is Voleio, not a drawing.',
    items: {
      hoje: {
        words: 'Rained off at six? Three taps.',
        shows: "The screen Hoje, in Portuguese: today's lessons, each one tap away from being filed.",
      },
      extrato: {
        words: '“Where did my credit go?” Here, with the reason.',
        shows:
          "A student's statement, in Portuguese: every credit that came or went, with its day and reason.",
      },
      aluna: {
        words: 'She sees how far she has come.',
        shows: "A student's page, in Portuguese: credits, the next lesson and the latest feedback.",
      },
    },
    sample: "Open a student's page (in Portuguese)",
  },
  questions: {
    title: 'Before you start',
    items: [
      {
        ask: 'No signal on court?',
        answer: 'Log the lesson anyway. It waits on your phone and goes out by itself with the signal.',
      },
      {
        ask: 'Do my students need an app?',
        answer: 'No. They open their page by a link, with no password and nothing to install.',
      },
      {
        ask: 'Does Voleio handle the money?',
        answer: 'No. The PIX code carries your key and the open amount; it lands in your own account.',
      },
      {
        ask: 'Whose data is it?',
        answer: 'Yours. Export everything as spreadsheets when you like, and close the account in the app.',
      },
      {
        ask: 'What if I want to stop?',
        answer: 'Cancel any time. The trial asks for no card, so there is nothing to refund.',
      },
    ],
  },
  footer: {
    line: 'Class management for racket-sport coaches.',
    privacy: 'Privacy policy (in Portuguese)',
    contact: 'Contact',
  },
} as const
