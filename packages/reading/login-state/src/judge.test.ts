import { describe, expect, test } from '@jest/globals'
import { judgeSession, readSignInSigns, type SessionJudgement } from './index.ts'
import { ADDRESS, page } from './testing/page.ts'

const LOGIN_FORM =
  '<form method="post" action="/login"><input name="user"><input type="password" name="pass"><button>Log in</button></form>'

/** Pages of one address as a user and a stranger get them: how common kinds of applications are built. */
const PAIRS: [name: string, user: string, withSession: string, without: string][] = [
  [
    'an admin panel that greets, with a form to sign out',
    'marta',
    '<div id="user-tools">Welcome, <strong>marta</strong>. <a href="/admin/password_change/">Change password</a> / <form id="logout-form" method="post" action="/admin/logout/"><button>Log out</button></form></div><h1>Site administration</h1>',
    `<title>Log in | Site admin</title><h1>Administration</h1>${LOGIN_FORM}`,
  ],
  [
    'a bug tracker that keeps its login box beside the content',
    'bob',
    '<p><b>Hello, bob</b><br><a href="issue?@action=logout">Logout</a></p><h1>List of issues</h1><p>Nothing to see</p>',
    `<p><b>Login</b></p>${LOGIN_FORM}<h1>List of issues</h1><p>Nothing to see</p>`,
  ],
  [
    'a forum with the name in its sign-out',
    'ulla',
    '<ul><li><a href="./ucp.php?mode=logout&amp;sid=1">Abmelden [ ulla ]</a></li></ul><p>Themen</p>',
    '<ul><li><a href="./ucp.php?mode=login">Anmelden</a></li><li><a href="./ucp.php?mode=register">Registrieren</a></li></ul><p>Themen</p>',
  ],
  [
    'a client-side application that hands its state to scripts',
    'grace',
    '<div id="root"></div><script>window.boot = {"isSignedIn":true,"currentUser":{"id":3,"login":"grace"}}</script>',
    '<div id="root"></div><script>window.boot = {"isSignedIn":false,"currentUser":null}</script>',
  ],
  [
    'a code host with a meta tag',
    'octavia',
    '<meta name="user-login" content="octavia"><button aria-label="Open user menu"></button><h1>Repositories</h1>',
    '<meta name="user-login" content=""><a href="/login">Sign in</a><h1>Repositories</h1>',
  ],
  [
    'a wiki in Japanese',
    'Hanako',
    '<li id="pt-userpage"><a href="/wiki/利用者:Hanako">Hanako</a></li><li><a href="/index.php?title=特別:ログアウト">ログアウト</a></li><p>メインページ</p>',
    '<li><a href="/index.php?title=特別:ログイン">ログイン</a></li><p>メインページ</p>',
  ],
]

describe('a page with the session beside the page without', () => {
  test.each(PAIRS)('%s', (_name, user, withSession, without) => {
    expect(judge(withSession, without)).toMatchObject({
      confidence: expect.any(Number),
      isConclusive: true,
      detectedUser: user,
    })
    expect(judge(withSession, without).confidence).toBeGreaterThanOrEqual(90)
  })

  test.each(PAIRS)('%s: an ended session looks like none', (_name, _user, _withSession, without) => {
    const { confidence, detectedUser } = judge(without, without)
    expect(confidence).toBeLessThanOrEqual(10)
    expect(detectedUser).toBeUndefined()
  })

  test('a redirect to the sign-in, only without', () => {
    const judgement = judgeSession({
      withSession: readSignInSigns(page('<h1>Statements</h1><p>Balance: 5</p>')),
      without: readSignInSigns(page(LOGIN_FORM, { finalUrl: `${new URL(ADDRESS).origin}/login?next=/` })),
      ...NOTHING,
    })
    expect(judgement).toMatchObject({ isConclusive: true, confidence: 97 })
  })

  test('a refusal, only without', () => {
    const judgement = judgeSession({
      withSession: readSignInSigns(page('{"id": 1}', { contentType: 'application/json' })),
      without: readSignInSigns(
        page('{"error": "unauthorized"}', { contentType: 'application/json', status: 401 }),
      ),
      ...NOTHING,
    })
    expect(judgement).toMatchObject({ isConclusive: true, confidence: 97 })
  })

  test('equal pages tell nothing, and name the sign-in that may tell', () => {
    const both = '<a href="/account/login?next=%2F">Sign in</a><h1>News</h1><p>All the news</p>'
    expect(judge(both, both)).toMatchObject({
      isConclusive: false,
      followUp: `${new URL(ADDRESS).origin}/account/login?next=%2F`,
    })
  })

  test('a page that is the same for a stranger is hardly that of a user, and other pages may tell more', () => {
    const page = '<h1>News</h1><p>All the news of the harbour</p>'
    expect(judge(page, page)).toMatchObject({ isConclusive: false, confidence: 8 })
    expect(judge(page, '<h1>Weather</h1><p>Rain and wind</p>')).toMatchObject({ confidence: 70 })
  })

  test('an empty shell asks for a browser', () => {
    const shell = '<div id="app"></div><script src="/app.js"></script>'
    expect(judge(shell, shell)).toMatchObject({ isConclusive: false, needsBrowser: true })
  })

  test('a target that is down says nothing about the login', () => {
    const judgement = judgeSession({
      withSession: readSignInSigns(page('<h1>Bad gateway</h1>', { status: 502 })),
      without: readSignInSigns(page(LOGIN_FORM)),
      ...NOTHING,
    })
    expect(judgement).toMatchObject({ isConclusive: false, confidence: 50 })
  })

  test('cookies that have all ended carry nothing', () => {
    const now = new Date()
    const cookie = {
      name: 'sid',
      value: 'x',
      domain: 'a',
      hostOnly: true,
      path: '/',
      httpOnly: true,
      expiresAt: now.getTime() - 1,
    }
    const signs = readSignInSigns(page('<a href="/logout">Log out</a>'))
    const judged = judgeSession({
      withSession: signs,
      without: undefined,
      cookies: [cookie],
      headerNames: [],
      now,
    })
    expect(judged).toMatchObject({ isConclusive: true, confidence: 1 })
  })

  test('what is told is bounded and printable', () => {
    const name = `ad\u202emin\u0007${'x'.repeat(500)}`
    const links = Array.from(
      { length: 50 },
      (_, i) => `<a href="/settings/${i}${'y'.repeat(400)}">Settings</a>`,
    )
    const judgement = judge(
      `<p>Logged in as ${name}</p><a href="/logout">Log out</a>${links.join('')}`,
      '<p>Nobody</p>',
    )
    const texts = [
      judgement.detectedUser ?? '',
      ...judgement.indicators.accountLinks,
      ...judgement.indicators.userElements,
    ]
    expect(texts.length).toBeGreaterThan(10)
    for (const text of texts) expect(text).toMatch(/^[^\p{Cc}\p{Cf}]{0,200}$/u)
    expect(judgement.indicators.accountLinks.length).toBeLessThanOrEqual(20)
  })
})

const NOTHING = { cookies: [], headerNames: ['cookie'], now: new Date() }

function judge(withSession: string, without: string): SessionJudgement {
  return judgeSession({
    withSession: readSignInSigns(page(withSession)),
    without: readSignInSigns(page(without)),
    ...NOTHING,
  })
}
