import { canary } from './values.ts'

export const COOKIES_EACH = 5

/** Every form in which cookies are brought. */
export const FORMATS: ((by: string) => unknown)[] = [
  (by) => Object.fromEntries(listOf(by).map(({ name, value }) => [name, value])),
  listOf,
  (by) => JSON.stringify(listOf(by)),
  (by) => ({ cookies: listOf(by) }),
  (by) =>
    listOf(by)
      .map(({ name, value }) => `127.0.0.1\tFALSE\t/\tFALSE\t0\t${name}\t${value}`)
      .join('\n'),
  (by) =>
    `Cookie: ${listOf(by)
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ')}`,
  (by) =>
    listOf(by)
      .map(({ name, value }) => `Set-Cookie: ${name}=${value}; Path=/`)
      .join('\n'),
]

function listOf(by: string) {
  return Array.from({ length: COOKIES_EACH }, (_, at) => ({
    name: `c${at}`,
    value: canary(by),
    domain: '127.0.0.1',
    path: '/',
  }))
}

/** Bodies that a create, a change or a refresh refuses, with secrets in each of their parts. */
export function brokenBodies(domain: string): unknown[] {
  const secret = () => canary('the caller, refused')
  const good = () => ({ name: 'canary', domain, cookies: { sid: secret() } })
  return [
    { ...good(), cookies: secret() },
    { ...good(), cookies: [secret(), { name: secret(), value: 1 }] },
    { ...good(), cookies: { 'b ad': `${secret()}\u0001` } },
    { ...good(), cookies: { sid: [secret()] } },
    { ...good(), headers: { 'b ad': secret() } },
    { ...good(), headers: { Cookie: secret() } },
    { ...good(), headers: { 'X-Token': `${secret()}\r\nX: y` } },
    { ...good(), domain: `${secret()} x` },
    { ...good(), expires_at: secret() },
    { ...good(), unknown: secret() },
    `{"name": "x", "cookies": {"sid": "${secret()}`,
    `"${secret()}"`,
    `[${JSON.stringify(good())} oops`,
  ]
}
