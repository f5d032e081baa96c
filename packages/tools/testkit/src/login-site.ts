import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoginSite {
  url: string
  port: number
  /** What came, oldest first; `login` is the decoded `user:password` that it brought. */
  seen: { path: string; login: string | undefined; headers: IncomingMessage['headers'] }[]
  close(): Promise<void>
}

/** HTML to send, or a function that responds. */
export type LoginSitePage = string | ((request: IncomingMessage, response: ServerResponse) => void)

export interface LoginSiteOptions {
  /** The one login that opens the site, `user:password`. */
  login: string
  /** Behind the login, by path. */
  pages: Record<string, LoginSitePage>
  /** Open to everybody, by path. */
  open?: Record<string, LoginSitePage>
}

/** A website on 127.0.0.1 that asks for a login by HTTP Basic (RFC 7617). No response repeats what was sent. */
export async function startLoginSite({ login, pages, open = {} }: LoginSiteOptions): Promise<LoginSite> {
  const seen: LoginSite['seen'] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const given = loginOf(request)
    seen.push({ path, login: given, headers: request.headers })
    const openPage = open[path]
    if (openPage !== undefined) return answer(openPage, request, response)
    if (given !== login) return refuse(response)
    answer(pages[path] ?? 'There is no such page.', request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    seen,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function loginOf({ headers }: IncomingMessage): string | undefined {
  const [scheme, encoded] = (headers.authorization ?? '').split(' ')
  return scheme === 'Basic' ? Buffer.from(encoded ?? '', 'base64').toString('utf8') : undefined
}

function answer(page: LoginSitePage, request: IncomingMessage, response: ServerResponse): void {
  if (typeof page === 'function') page(request, response)
  else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
}

function refuse(response: ServerResponse): void {
  const headers = {
    'www-authenticate': 'Basic realm="harbour", charset="UTF-8"',
    'content-type': 'text/html',
  }
  response.writeHead(401, headers).end('<!doctype html><title>Login wanted</title><p>Who are you?</p>')
}
