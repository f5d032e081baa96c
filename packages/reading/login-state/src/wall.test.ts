import { describe, expect, test } from '@jest/globals'
import { type AnsweredPage, isSignInWall, readSignInSigns } from './index.ts'
import { page } from './testing/page.ts'

const PASSWORD = '<input type="password" name="password">'
const TEXT = `<p>${'The harbour opens at seven in the morning and closes at nine. '.repeat(20)}</p>`

type Row = [name: string, body: string, more?: Partial<AnsweredPage>]

/** Every row with all its values: what is absent would be taken for a callback. */
const rows = (table: Row[]) => table.map(([name, body, more = {}]) => [name, body, more] as const)

const WALLS: Row[] = [
  [
    'a form under the address that was asked for',
    `<title>Anmelden - Wiki</title><form action="?do=login"><input name="u">${PASSWORD}<button>Anmelden</button></form>`,
  ],
  [
    'a front door without words',
    `<form action="/x" method="post"><input name="a">${PASSWORD}<input type="submit"></form>`,
  ],
  [
    'a form for one password',
    `<form action="/login?next=%2Ftree"><label>Password or token</label>${PASSWORD}</form>${TEXT}`,
    { finalUrl: 'https://app.example/login?next=%2Ftree' },
  ],
  [
    'an identity provider',
    '<title>Sign in to your account</title><form><input type="email" name="loginfmt"><input type="submit" value="Next"></form>',
    { finalUrl: 'https://login.example.net/authorize?redirect_uri=https%3A%2F%2Fapp.example%2F' },
  ],
  [
    'a page whose own address has words of a sign-in',
    `<form action="/admin/login/"><input name="u">${PASSWORD}</form>`,
    {
      requestedUrl: 'https://app.example/admin/auth/user/',
      finalUrl: 'https://app.example/admin/login/?next=/admin/auth/user/',
    },
  ],
  ['a refusal', 'Unauthorized', { status: 401 }],
  [
    'a forward by a meta tag',
    '<meta http-equiv="refresh" content="0;url=/login?from=%2Fjob">Authentication required',
    { status: 403 },
  ],
  ['a forward by a script', '<script>window.location.replace("/users/sign_in")</script>'],
  [
    'an API',
    '{"detail": "Authentication credentials were not provided."}',
    { contentType: 'application/json', status: 403 },
  ],
]

const PAGES: Row[] = [
  [
    'a login box beside content',
    `<h1>Harbour</h1>${TEXT}<form action="/login"><input name="u">${PASSWORD}<button>Log in</button></form>`,
  ],
  [
    'a form to change the password',
    `<h1>Change your password</h1><a href="/logout">Log out</a><form><input type="password" name="old_password"><input type="password" name="new_password1"><input type="password" name="new_password2"></form>`,
  ],
  [
    'a form to change the password, without a menu',
    '<h1>Change your password</h1><form><input type="password" name="current"><input type="password" name="new"></form>',
  ],
  [
    'a question for the password of a signed-in user',
    `<title>Confirm access</title><a href="/logout">Sign out</a><form action="/sessions/sudo">${PASSWORD}</form>`,
  ],
  [
    'a registration',
    `<title>Register</title><form action="/register"><input name="email">${PASSWORD}<input type="password" name="again"></form>`,
  ],
  [
    'a comment form',
    `${TEXT}<form><input name="name"><input type="email" name="email"><textarea name="comment"></textarea></form>`,
  ],
  [
    'a newsletter',
    '<form action="/newsletter"><input type="email" name="email"><button>Anmelden</button></form>',
  ],
  [
    'a sign-in that was asked for',
    `<title>Log in</title><form action="/login"><input name="u">${PASSWORD}</form>`,
    { requestedUrl: 'https://app.example/login', finalUrl: 'https://app.example/login' },
  ],
  ['a forbidden page', '<h1>403 Forbidden</h1><p>You have no permission to see this.</p>', { status: 403 }],
  [
    'a form that nobody sees',
    `<noscript>${TEXT}</noscript><form action="/login" style="display: none;"><input name="u">${PASSWORD}</form>`,
  ],
  ['a page about logging in', `<title>How to log in</title><h1>Log in problems</h1>${TEXT}`],
  ['a picture', '\u0089PNG', { contentType: 'image/png' }],
]

describe('a sign-in in place of the page', () => {
  test.each(rows(WALLS))('%s', (_name, body, more) => {
    expect(isSignInWall(readSignInSigns(page(body, more)))).toBe(true)
  })
})

describe('no sign-in', () => {
  test.each(rows(PAGES))('%s', (_name, body, more) => {
    expect(isSignInWall(readSignInSigns(page(body, more)))).toBe(false)
  })
})

describe('hostile pages', () => {
  const hostile: [string, string][] = [
    ['"<"', '<'],
    ['links without end', '<a href="/a?b=/c&amp;logout=1">Log&nbsp;out'],
    ['named elements that stay open', '<div class="user-menu">x'],
    ['forms', '<form action=/x><input name=a><input type=password>'],
    ['choices that stay open', '<select><option>a'],
    ['tags that never end', '<a href="'],
    ['names without end', 'logged in as '],
    ['characters that are cut', '登录退出当前用户'],
    ['state without end', '<script>"currentUser":{"a":1},isLoggedIn = </script>'],
  ]

  test.each(hostile)('%s: no more is read than a part', (_name, piece) => {
    const body = Buffer.alloc(20_000_000, piece)
    readSignInSigns(page(body))
    const cpuMs = () => {
      const before = process.cpuUsage()
      readSignInSigns(page(body))
      const { user, system } = process.cpuUsage(before)
      return (user + system) / 1_000
    }
    // CPU time, the least of three as collecting garbage takes some; a quiet machine needs 30 ms at most, and to read all would take seconds.
    expect(Math.min(cpuMs(), cpuMs(), cpuMs())).toBeLessThan(500)
  })
})
