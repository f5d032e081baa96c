import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { WorkKind } from '@gleaner/queue/work'

/** How a site holds who asks: by saying nothing, a byte now and then, as much as it may before it says no more, or more and more. */
export const WAYS_TO_HOLD = ['silent', 'dripping', 'huge', 'endless'] as const
export type WayToHold = (typeof WAYS_TO_HOLD)[number]

/** A site under many addresses of this machine: one for each kind of work whose requests it never answers, one with pages, one with both. */
export interface HostileSite {
  /** What is asked here is held, in the name of the kind. */
  silent(kind: WorkKind): string
  /** Pages, answered at once. */
  honest: string
  /** Pages, and what is held below `/hang`. */
  shared: string
  /** A search engine, which is silent about what hangs. */
  searxng: string
  /** Requests of a kind that are held at this moment. */
  held(kind: WorkKind): number
  /** What is held of a kind is let go, and what is asked for afterwards is not found; until it is to be held again. */
  release(kind: WorkKind): void
  holdAgain(kind: WorkKind): void
  /** Bodies that came in by POST at the honest address. */
  received: string[]
  close(): void
}

const PAGE = `<title>Page</title><main><h1>Page</h1><a href="/a">a</a>${'<p>Words of a page that is there.</p>'.repeat(9)}</main>`
const SIGNED_IN =
  '<title>Home</title><h1>Hello Ada</h1><a href="/logout">Sign out</a><a href="/account">My account</a>'
const SIGNED_OUT = '<title>Sign in</title><form><input name="user"><input type="password" name="pw"></form>'
const LARGE = `${PAGE}${`<p>${'Some more words of a very long page. '.repeat(1_000)}</p>`.repeat(60)}`

const DRIP_MS = 500
const HUGE = { declared: 9_000_000, sent: 4_000_000 }
/** Some 128 KB a second: the site itself is to take none of the processor. */
const ENDLESS = { bytes: 64 * 1024, everyMs: 500 }

/** Until the connection is closed. */
function every(ms: number, response: ServerResponse, write: () => void): void {
  const timer = setInterval(write, ms)
  response.once('close', () => clearInterval(timer))
}

function begin(response: ServerResponse, headers: Record<string, string | number> = {}): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/html', ...headers })
}

const HOLD: Record<WayToHold, (response: ServerResponse) => void> = {
  silent: () => {},
  dripping(response) {
    begin(response)
    every(DRIP_MS, response, () => void response.write('a'))
  },
  huge(response) {
    if (response.headersSent) return
    begin(response, { 'content-length': HUGE.declared })
    response.write(LARGE.slice(0, HUGE.sent))
  },
  endless(response) {
    begin(response)
    every(ENDLESS.everyMs, response, () => {
      if (response.writableLength === 0) response.write(LARGE.slice(0, ENDLESS.bytes))
    })
  },
}

/** Answers a request of its own; false leaves it to the site. `kind`: in whose name it would be held. */
export type AlsoAnswers = (
  request: IncomingMessage,
  response: ServerResponse,
  kind: WorkKind | undefined,
) => boolean

export async function startHostileSite(
  kinds: readonly WorkKind[],
  also: AlsoAnswers = () => false,
  way: WayToHold = 'silent',
): Promise<HostileSite> {
  const held = new Map<WorkKind, Set<ServerResponse>>(kinds.map((kind) => [kind, new Set()]))
  const released = new Set<WorkKind>()
  const received: string[] = []
  const asked = new Set<string>()

  function hold(kind: WorkKind, response: ServerResponse): void {
    if (released.has(kind)) {
      letGo(response)
      return
    }
    const open = held.get(kind)!
    open.add(response)
    response.once('close', () => open.delete(response))
    HOLD[way](response)
  }

  function letGo(response: ServerResponse): void {
    if (response.headersSent) response.destroy()
    else response.writeHead(404).end()
  }

  function answerSilent(kind: WorkKind, request: IncomingMessage, response: ServerResponse): void {
    // A large body of which the beginning comes.
    if (kind === 'body-memory' && request.url !== '/robots.txt' && !released.has(kind)) {
      response.writeHead(200, { 'content-type': 'text/html', 'content-length': 20_000_000 })
      response.write(LARGE.slice(0, 2_000_000))
    }
    // Plain requests learn nothing; the next one with the cookie is the browser's.
    const { cookie } = request.headers
    if (kind === 'validation-in-browser' && (!cookie || !asked.has(cookie))) {
      if (cookie) asked.add(cookie)
      response.setHeader('content-type', 'text/html')
      response.end('<title>A page</title><p>Nothing.</p>')
      return
    }
    hold(kind, response)
  }

  function answerHonest(request: IncomingMessage, response: ServerResponse): void {
    const { url = '/', method, headers } = request
    if (url.endsWith('/chat/completions')) {
      const message = { role: 'assistant', content: JSON.stringify({ data: 'ok' }) }
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify({ model: 'm', choices: [{ message, finish_reason: 'stop' }] }))
      return
    }
    if (method === 'POST') {
      request.setEncoding('utf8').on('data', (text: string) => received.push(text))
      request.once('end', () => response.end())
      return
    }
    if (url === '/robots.txt' || url.startsWith('/sitemap')) {
      response.writeHead(404).end()
      return
    }
    response.setHeader('content-type', 'text/html')
    if (headers.cookie) response.end(SIGNED_IN)
    else if (url.startsWith('/account')) response.end(SIGNED_OUT)
    else response.end(url.startsWith('/large') ? LARGE : PAGE)
  }

  function answerSearch(request: IncomingMessage, response: ServerResponse): void {
    if (request.url!.includes('hang')) {
      hold('search', response)
      return
    }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({ results: [{ url: 'https://example.com/', title: 'Found', content: 'it' }] }),
    )
  }

  const server = createServer((request, response) => {
    const [, , third, last] = request.headers.host!.split(':')[0]!.split('.').map(Number)
    const kind = third === 2 ? kinds[last! - 1]! : undefined
    if (kind && released.has(kind)) letGo(response)
    else if (also(request, response, kind)) return
    else if (kind) answerSilent(kind, request, response)
    else if (last === 5) answerSearch(request, response)
    else if (last === 4 && request.url!.startsWith('/hang')) hold('host', response)
    else answerHonest(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '0.0.0.0', resolve))
  const { port } = server.address() as AddressInfo
  return {
    silent: (kind) => `http://127.0.2.${kinds.indexOf(kind) + 1}:${port}/`,
    honest: `http://127.0.0.3:${port}/`,
    shared: `http://127.0.0.4:${port}/`,
    searxng: `http://127.0.0.5:${port}/`,
    held: (kind) => held.get(kind)!.size,
    release(kind) {
      released.add(kind)
      for (const response of held.get(kind)!) letGo(response)
    },
    holdAgain: (kind) => void released.delete(kind),
    received,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
