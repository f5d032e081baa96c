import { setTimeout as sleep } from 'node:timers/promises'
import { HTML, sendPage } from '../respond.ts'
import { type Exchange, numberOf, type RouteGroup } from '../route.ts'

const DRIP_MS = 250

/** Routes that take their time, stop half-way or break off. */
export function timingRoutes(): RouteGroup {
  return {
    title: 'Slow and broken connections',
    routes: [
      {
        path: '/slow',
        about: 'A plain page after <code>?ms=</code> milliseconds.',
        example: '/slow?ms=1500',
        handle: slow,
      },
      { path: '/never', about: 'Drips a few bytes four times a second and never ends.', handle: drip },
      {
        path: '/stall',
        about: 'Sends its headers and the start of a page, then nothing more.',
        handle: ({ response }) => {
          response.writeHead(200, HTML)
          response.write('<!doctype html><html><head><title>Tide tables</title></head><body><p>High water at')
        },
      },
      { path: '/hang', about: 'Accepts the request and never answers.', handle: () => {} },
      {
        path: '/reset',
        about: 'Resets the connection.',
        handle: ({ request }) => void request.socket.resetAndDestroy(),
      },
      {
        path: '/truncated',
        about: 'Promises 100,000 bytes, sends a few and closes.',
        handle: ({ response }) => {
          response.writeHead(200, { ...HTML, 'content-length': 100_000 })
          response.write(
            '<!doctype html><title>Half a page</title><p>The rest of this page fell into the sea.',
          )
          response.flushHeaders()
          setTimeout(() => response.destroy(), 50)
        },
      },
      {
        path: '/truncated-json',
        about: 'Sends a part of a list as JSON, in chunks without a last one, and closes.',
        handle: ({ response }) => {
          response.writeHead(200, { 'content-type': 'application/json' })
          response.write('[{"berth":1,"ship":"Marigold"},{"berth":2,"sh')
          setTimeout(() => response.destroy(), 50)
        },
      },
    ],
  }
}

async function slow({ response, url }: Exchange): Promise<void> {
  const ms = numberOf(url, 'ms', 1_000, 600_000)
  const gone = new AbortController()
  response.once('close', () => gone.abort())
  const waited = await sleep(ms, true, { signal: gone.signal }).catch(() => false)
  if (!waited) return
  sendPage(response, {
    title: 'The slow ferry',
    body: `<p>The slow ferry took ${ms} milliseconds. It carries bicycles, sheep and this paragraph, and it has
never once arrived before the fast one.</p>`,
  })
}

function drip({ response }: Exchange): void {
  response.writeHead(200, HTML)
  response.write('<!doctype html><html><head><title>Log of the lighthouse</title></head><body>')
  let line = 0
  const timer = setInterval(() => response.write(`<p>Flash ${++line}.</p>\n`), DRIP_MS)
  response.once('close', () => clearInterval(timer))
}
