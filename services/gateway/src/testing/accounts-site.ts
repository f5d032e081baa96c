import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A website where people have accounts: whoever brings the cookie `sid` with a token that it knows is Ada. */
export interface AccountsSite {
  url: string
  host: string
  /** Of logins that work. */
  tokens: Set<string>
  requests: { path: string; cookie: string; authorization: string | undefined }[]
  /** Answers instead of the site, for a test; undefined leaves the answer to the site. */
  answer: ((request: SiteRequest, response: ServerResponse) => boolean | undefined) | undefined
  close(): Promise<void>
}

export interface SiteRequest {
  path: string
  isSignedIn: boolean
  headers: IncomingMessage['headers']
}

const WORDS = `<p>${'The harbour has boats, ropes and nets, and a light at its mouth. '.repeat(12)}</p>`

export const LOGIN_FORM =
  '<form method="post" action="/login"><input name="email" type="email"><input name="password" type="password"><button>Sign in</button></form>'

/** A page of the site, with the menu of who is signed in or of who is not. */
export function sitePage(title: string, isSignedIn: boolean, content = WORDS): string {
  const menu = isSignedIn
    ? '<a href="/account">My account</a> <span class="user-name">Ada Pilchard</span> <a href="/logout">Sign out</a>'
    : '<a href="/login">Sign in</a> <a href="/register">Register</a>'
  return `<!doctype html><html><head><title>${title}</title></head><body><nav>${menu}</nav><h1>${title}</h1>${content}</body></html>`
}

export async function startAccountsSite(): Promise<AccountsSite> {
  const server = createServer((request, response) => {
    const [, token = ''] = /(?:^|;\s*)sid=([^;]*)/.exec(request.headers.cookie ?? '') ?? []
    const seen = { path: request.url ?? '/', isSignedIn: site.tokens.has(token), headers: request.headers }
    const { cookie = '', authorization } = request.headers
    site.requests.push({ path: seen.path, cookie, authorization })
    if (!site.answer?.(seen, response)) respond(seen, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const site: AccountsSite = {
    url: `http://${host}`,
    host,
    tokens: new Set(),
    requests: [],
    answer: undefined,
    async close() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
  return site
}

export function sendHtml(response: ServerResponse, html: string, status = 200): true {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  return true
}

export function redirectTo(response: ServerResponse, location: string): true {
  response.writeHead(302, { location }).end()
  return true
}

function respond({ path, isSignedIn }: SiteRequest, response: ServerResponse): true {
  const [name] = path.split('?')
  if (name === '/login' && isSignedIn) return redirectTo(response, '/account')
  if (name === '/account' && !isSignedIn) return redirectTo(response, '/login?next=/account')
  if (name === '/login') return sendHtml(response, sitePage('Sign in', false, LOGIN_FORM))
  if (name === '/' || name === '/account')
    return sendHtml(response, sitePage(name === '/' ? 'Harbour' : 'Your account', isSignedIn))
  return sendHtml(response, sitePage('Not found', isSignedIn, '<p>There is nothing here.</p>'), 404)
}
