import { createServer } from 'node:http'
import { EMBEDDED_ANON_KEY } from '../supabase/embedded/embedded-supabase.ts'
import type { Coach } from '../tests/support/backend.ts'
import { addClub, addStudent, giveLesson, sellPackage } from '../tests/support/world/api.ts'
import { daysFromToday } from '../tests/support/world/values.ts'
import { goWithin, newCoach, signOut } from './support/coach.ts'
import { startSignedIn } from './support/data.ts'
import { keptOnDevice } from './support/kept-on-device.ts'
import { expect, test, type Page } from './support/test.ts'

/**
 * Markup that a hostile coach stores in any text field must be shown as text, and no other site may frame, redirect or
 * read the app. (`support/test.ts` fails on loads from other origins and on violations of the Content-Security-Policy.)
 */

/** Would run, load or restyle something if it ever became an element. */
const MARKUP = '<img data-hostile src=//evil.test/x onerror=hostile=1>'
/** Both end in what does not break, and no field cuts an emoji in two. */
const SHORT = `"'>${MARKUP}WWWWWWWWWWWWWWWWWWW\u200B\u200D\uFEFF👩‍👩‍👧‍👦`
const LONG = `"'>${MARKUP}${'W'.repeat(150)}\u202EÍmpar ${'\u0301'.repeat(30)}</p></script>\
<script data-hostile>hostile=1</script>
<svg data-hostile onload=hostile=1><style data-hostile>*{display:none!important}</style>
<iframe data-hostile srcdoc="<script>parent.hostile=1</script>">
<a data-hostile href="javascript:hostile=1">x</a> javascript:hostile=1 data:text/html,<script>hostile=1</script>
[x](javascript:hostile=1) {{constructor.constructor('hostile=1')()}} \${hostile=1} <!-- ]]> &lt;b&gt; \
https://evil.test/x
${'👩‍👩‍👧‍👦'.repeat(40)}\n\n\t\u2028\u2029 ${'\u200B'.repeat(100)} fim`

interface Ids {
  student: string
  session: string
}

/** Stores the payload in every text of a student, package, club, lesson with feedback, and alert. */
async function storeEverywhere(coach: Coach): Promise<Ids> {
  const { client, id: user_id } = coach
  const student = await addStudent(coach, {
    name: SHORT,
    // An address has no space; between attributes a slash does as well.
    email: `${LONG.slice(0, 240).replaceAll(/\s/g, '/')}@x.co`,
    notes: LONG.slice(0, 500),
  })
  const today = daysFromToday(0)
  await sellPackage(coach, student, { name: SHORT, purchase_date: today, expiry_date: today })
  const club_id = await addClub(coach, { name: SHORT, address: LONG.slice(0, 300), is_default: true })
  const notes = LONG.slice(0, 2000)
  const tags = [SHORT.slice(0, 60), LONG.slice(0, 200)]
  const session = await giveLesson(coach, { date: new Date(), teacher: SHORT, notes }, [
    { student, feedback: { rating: 4, notes, tags } },
  ])
  await client.from('session_feedbacks').update({ club_id }).eq('session_id', session).throwOnError()
  const alert = {
    user_id,
    type: 'low_credits',
    priority: 'high',
    student_id: student,
    student_name: SHORT,
    message: LONG.slice(0, 500),
    facts: { usable: SHORT, expired: [SHORT], upcoming: { name: SHORT } },
    dedupe_key: `x:${student}`,
  }
  await client.from('alerts').insert(alert).throwOnError()
  return { student, session }
}

/** Asserts that no payload became an element, every link is safe, and the screen fits the phone. */
async function expectHarmless(page: Page, where: string) {
  const found = await page.evaluate(() => ({
    elements: document.querySelectorAll('[data-hostile]').length,
    ran: Reflect.has(window, 'hostile'),
    over: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    links: Array.from(document.querySelectorAll('a[href], form[action], iframe, object, embed'), (node) => ({
      to: node instanceof HTMLAnchorElement ? node.href : node.nodeName,
      target: node.getAttribute('target'),
      rel: node.getAttribute('rel') ?? '',
    })),
  }))
  expect([found.elements, found.ran], where).toEqual([0, false])
  expect(found.over, `${where} fits the phone`).toBeLessThanOrEqual(0)
  for (const { to, target, rel } of found.links) {
    const ours = new URL(page.url()).origin
    expect(
      to.startsWith(`${ours}/`) || /^https:\/\/wa\.me\/\d+$/.test(to) || /^mailto:[\w.+-]+@[\w.-]+$/.test(to),
      `${where}: ${to}`,
    ).toBe(true)
    if (target === '_blank') expect(rel, to).toContain('noopener')
  }
}

test('stored in every text field, script, endless words and reversed text are text wherever they are shown', async ({
  page,
}) => {
  const dialogs: string[] = []
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  const coach = await startSignedIn(page, newCoach(SHORT))
  const { student, session } = await storeEverywhere(coach)
  const shown = page.locator('body').getByText('data-hostile').filter({ visible: true }).first()
  const profile = `/app/students/${student}`
  // Two of one screen never follow each other, because `goWithin` waits for another screen only.
  for (const path of [
    '/app/dashboard',
    profile,
    '/app/alerts',
    `${profile}?form=dados`,
    '/app/students',
    `${profile}?tab=aulas`,
    '/app/sessions',
    `${profile}?tab=feedbacks`,
    '/app/sessions/new',
    `${profile}?tab=feedbacks&form=feedback:${session}`,
    '/app/profile',
    `${profile}?tab=pacotes`,
  ]) {
    await goWithin(page, path)
    await expect(shown, path).toBeVisible()
    await expectHarmless(page, path)
  }
  await goWithin(page, `/app/packages/new?student=${student}`)
  await page.getByLabel('Aluno', { exact: true }).click()
  await expect(page.getByRole('radio', { name: 'data-hostile' })).toHaveCount(1)
  await expectHarmless(page, 'the student of a new package')
  // Parts that appear only on demand: details of a lesson, its form, dialogs, the toast after copying feedback.
  await goWithin(page, '/app/sessions')
  await page
    .getByRole('button', { name: /Ver detalhes|Detalhes/ })
    .first()
    .click()
  await expectHarmless(page, 'a lesson in detail')
  await page
    .getByRole('button', { name: /^Editar/ })
    .first()
    .click()
  await expectHarmless(page, 'a lesson being edited')
  await goWithin(page, profile)
  await page.getByText('Dados e privacidade').click()
  for (const name of ['Anonimizar aluno', 'Apagar aluno']) {
    await page.getByRole('button', { name }).click()
    await expect(page.getByRole('alertdialog').or(page.getByRole('dialog'))).toBeVisible()
    await expectHarmless(page, name)
    await page.keyboard.press('Escape')
  }
  await page.getByRole('button', { name: 'Mais', exact: true }).click()
  await expect(shown).toBeVisible()
  await expectHarmless(page, 'the menu with the name of the coach')
  await page.goto(`/student-page/${student}`)
  for (const tab of ['Resumo', 'Pacotes', 'Aulas', 'Feedbacks']) {
    await page.getByRole('tab', { name: tab }).click()
    const panel = page.getByRole('tabpanel', { name: tab }).getByText('data-hostile')
    await expect(panel.filter({ visible: true }).first(), tab).toBeVisible()
    await expectHarmless(page, `the student's page, ${tab}`)
  }
  expect(dialogs).toEqual([])
})

test('the app cannot be framed, opened as a helper or talked to by another site; no student’s address leaks', async ({
  page,
  baseURL,
  context,
}) => {
  // The guard of `support/test.ts` forbids other origins, which this test needs.
  const app = baseURL ?? ''
  const asked: { path: string; referer: string | undefined }[] = []
  const evil = createServer((request, response) => {
    asked.push({ path: request.url ?? '', referer: request.headers.referer })
    const frames = FRAMED.map((path) => `<iframe src="${app}${path}"></iframe>`).join('')
    response.writeHead(200, { 'Content-Type': 'text/html' })
    response.end(request.url === '/frames' ? `<title>evil</title>${frames}` : '<title>evil</title>')
  })
  await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve))
  const address = evil.address()
  const site = `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`
  try {
    await page.goto(`${site}/frames`)
    await expect
      .poll(() => page.frames().filter((frame) => frame.url().startsWith('chrome-error:')).length)
      .toBe(FRAMED.length)

    // The opened page and the site that opened it must have no access to each other.
    await page.goto(site)
    const [opened] = await Promise.all([
      context.waitForEvent('page'),
      page.evaluate((to) => void Object.assign(window, { opened: window.open(to) }), `${app}/app/login`),
    ])
    await opened.waitForLoadState()
    expect(await opened.evaluate(() => window.opener)).toBeNull()
    expect(await page.evaluate(() => Reflect.get(Reflect.get(window, 'opened'), 'closed'))).toBe(true)
    await opened.close()

    // An outgoing link tells only the origin as its referrer.
    await page.goto(`/student-page/${crypto.randomUUID()}`)
    await page.evaluate((to) => {
      const link = document.createElement('a')
      link.href = to
      document.body.append(link)
      link.click()
    }, `${site}/out`)
    await expect(page).toHaveURL(`${site}/out`)
    expect(asked.find(({ path }) => path === '/out')?.referer).toBe(`${app}/`)
  } finally {
    evil.closeAllConnections()
    await new Promise((resolve) => evil.close(resolve))
  }
  for (const path of [...FRAMED, '/no-such-page', '/assets/none.js']) {
    const { headers } = await page.request.get(path).then((answer) => ({ headers: answer.headers() }))
    expect(headers['x-frame-options'], path).toBe('DENY')
    expect(headers['content-security-policy'], path).toContain("frame-ancestors 'none'")
    expect(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

const FRAMED = ['/', '/lead-form', '/app/login', '/app/dashboard', '/auth/reset-password', '/student-page/x']

test('no address redirects a coach to another site after the login, and signing out leaves no key behind', async ({
  page,
}) => {
  const coach = newCoach('Ana Ribeiro')
  await startSignedIn(page, coach)
  const left: string[] = []
  page.on('framenavigated', (frame) => void left.push(new URL(frame.url()).host))
  for (const address of [
    '/app/login?next=//evil.test&redirect=https://evil.test&returnTo=javascript:alert(1)',
    '/app/login?redirect_to=https://evil.test#https://evil.test',
    '/auth/confirm?next=https://evil.test&redirect_to=//evil.test&error=access_denied&error_code=otp_expired',
    '/auth/reset-password?redirect_to=https://evil.test#access_token=x&refresh_token=x&type=recovery',
    '/app/sessions?filtro=javascript:alert(1)&pagina=%3Cscript%3E',
    '/app/students/..%2f..%2fevil.test',
    '/app/students/%3Cscript%3Ealert(1)%3C%2Fscript%3E',
    '//evil.test/app/dashboard',
    '/\\evil.test/app/dashboard',
  ]) {
    // Whatever the address looks like, it must stay on this host.
    await page.goto(new URL(page.url()).origin + address)
    await expect(page.getByRole('heading').or(page.getByRole('main')).first()).toBeVisible()
    await expectHarmless(page, address)
  }
  const host = new URL(page.url()).host
  expect(left.filter((at) => at !== host && at !== '')).toEqual([])

  await page.goto('/app/dashboard')
  const login = await page.evaluate(() => localStorage.getItem('voleio-auth') ?? '')
  const { access_token, refresh_token }: { access_token: string; refresh_token: string } = JSON.parse(login)
  await signOut(page)
  const kept = await keptOnDevice(page)
  for (const key of [access_token, refresh_token, coach.email]) expect(kept).not.toContain(key)
  expect(await page.evaluate(() => document.cookie)).toBe('')
  const renewed = await page.request.post('/auth/v1/token?grant_type=refresh_token', {
    headers: { apikey: EMBEDDED_ANON_KEY },
    data: { refresh_token },
    // The server may close the idle connection at the same moment: retry once.
    maxRetries: 1,
  })
  expect(renewed.status()).toBeGreaterThanOrEqual(400)
})
