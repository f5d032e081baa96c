import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BERTHS, LOGIN_APP } from './login-app.ts'
import { totpAt } from './totp-at.ts'

/** What a person types and is given at a site of the tests: none of it may be found anywhere but there. */
export const SECRETS = {
  password: 'Harbour-of-the-marker-7431',
  cookie: 'cookie-of-the-marker-9917',
  token: 'token-of-the-marker-5528',
  seed: Buffer.from('a seed of a second step'),
}

export interface LoginSite {
  url: string
  port: number
  /** What was typed here. */
  typed: string[]
  close(): Promise<void>
}

const form = (title: string, fields: string) =>
  `<!doctype html><title>${title}</title><style>body{margin:0}input,button{position:absolute;left:10px;width:200px;height:30px}</style><form method="post">${fields}<button style="top:110px">Go on</button></form>`

/** A website with a login of two steps, and an application with one of its own. */
export async function startLoginSite(): Promise<LoginSite> {
  const typed: string[] = []
  const server: Server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    const { pathname } = new URL(request.url!, 'http://x')
    const isIn = request.headers.cookie?.includes(`sid=${SECRETS.cookie}`)
    const fields = new URLSearchParams(body)
    if (body) typed.push(body)
    const html = (text: string) => response.setHeader('content-type', 'text/html; charset=utf-8').end(text)
    const go = (location: string) => response.writeHead(303, { location }).end()
    const json = (value: object) =>
      response.setHeader('content-type', 'application/json').end(JSON.stringify(value))
    const isAda = fields.get('user') === 'ada' && fields.get('password') === SECRETS.password
    if (LOGIN_APP[pathname]) return html(LOGIN_APP[pathname])
    if (pathname === '/app/tokens') return json(isAda ? { token: SECRETS.token } : {})
    if (pathname === '/app/berths')
      return json({ berths: request.headers.authorization === `Bearer ${SECRETS.token}` ? BERTHS : [] })
    if (pathname === '/account')
      return html(
        isIn
          ? `<title>Your account</title><h1>Ada’s account</h1><p>${'Orders, boats and ropes. '.repeat(20)}</p><a href="/logout">Sign out</a>`
          : '<title>Sign in</title><form><input type="password"></form>',
      )
    if (pathname === '/code' && request.method === 'POST') {
      if (fields.get('code') !== totpAt(SECRETS.seed, Date.now())) return go('/code')
      response.setHeader('set-cookie', `sid=${SECRETS.cookie}; Path=/; HttpOnly; Max-Age=86400`)
      return go('/account')
    }
    if (pathname === '/code') return html(form('Second step', '<input name="code" style="top:10px">'))
    if (request.method === 'POST') return go(isAda ? '/code' : '/login')
    return html(
      form(
        'Sign in',
        '<input name="user" style="top:10px"><input name="password" type="password" style="top:60px">',
      ),
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    typed,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
