import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MixturePage } from '../lib/mixture/load-mixture.ts'
import { serveMixture } from '../lib/mixture/serve-mixture.ts'

export interface BenchSite {
  /** A different host for each index, so that no page finds another's process, cache or connection. */
  urlOf(index: number, path: string): string
  allow: string
  close(): Promise<void>
}

const HOSTS = 40
const WORDS =
  'harbour bridge market winter letter garden station copper window river morning ticket island paper'.split(
    ' ',
  )

/** Pages of the common kinds, and those of the mixture by their number (`/<n>`), served on 40 loopback addresses (Linux answers on all of 127.0.0.0/8). */
export async function startSite(mixture: readonly MixturePage[] = []): Promise<BenchSite> {
  const serve = serveBoth(serveMixture(mixture))
  const first = await listen(serve, 0, '127.0.0.1')
  const { port } = first.address() as AddressInfo
  const others = Array.from({ length: HOSTS - 1 }, (_, i) => listen(serve, port, `127.0.0.${i + 2}`))
  const servers = [first, ...(await Promise.all(others))]
  return {
    urlOf: (index, path) => `http://127.0.0.${(index % HOSTS) + 1}:${port}${path}`,
    allow: `127.0.0.0/8`,
    close: async () => {
      for (const server of servers) server.close().closeAllConnections()
    },
  }
}

function listen(serve: RequestListener, port: number, host: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer(serve)
    server.once('error', reject)
    server.listen(port, host, () => resolve(server))
  })
}

const serveBoth =
  (real: RequestListener): RequestListener =>
  (request, response) => {
    const path = (request.url ?? '/').split('?', 1)[0]!
    if (/^\/\d+$/.test(path)) return real(request, response)
    const found = FILES[path]
    response.writeHead(found ? 200 : 404, {
      'content-type': found?.type ?? 'text/html',
      'cache-control': 'max-age=600',
    })
    response.end(found?.body ?? '')
  }

const text = (count: number) =>
  Array.from({ length: count }, (_, i) => WORDS[(i * 7 + count) % WORDS.length]).join(' ')
const paragraphs = (count: number) =>
  Array.from(
    { length: count },
    (_, i) => `<p>${text(40 + (i % 30))} <a href="/p/${i}">${text(3)}</a>.</p>`,
  ).join('\n')
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** `/article`: 20 KB with a style sheet, a script and three pictures. `/app`: empty until its script has asked an API. */
const FILES: Record<string, { type: string; body: string | Buffer }> = {
  '/article': {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Bench article</title><link rel="stylesheet" href="/s.css">
<script src="/a.js" defer></script></head><body><header><nav>${'<a href="/x">link</a> '.repeat(12)}</nav></header>
<main><h1>${text(6)}</h1>${[1, 2, 3].map((i) => `<img src="/${i}.png" width="300" height="200" alt="">`).join('')}
${paragraphs(45)}</main></body></html>`,
  },
  '/app': {
    type: 'text/html; charset=utf-8',
    body: `<!doctype html><html lang="en"><head><title>Bench app</title><link rel="stylesheet" href="/s.css"></head>
<body><div id="app"></div><script src="/app.js"></script></body></html>`,
  },
  '/s.css': {
    type: 'text/css',
    body: `body{font:17px/1.6 Georgia,serif;margin:0 auto;max-width:46rem}${Array.from({ length: 200 }, (_, i) => `.c${i}{margin:${i}px;color:#${(i * 4919 + 4096).toString(16).slice(0, 3)}}`).join('')}`,
  },
  '/a.js': {
    type: 'text/javascript',
    body: `document.querySelectorAll('p').forEach((p, i) => { p.className = 'c' + (i % 200) })`,
  },
  '/app.js': {
    type: 'text/javascript',
    body: `fetch('/api').then((r) => r.json()).then(({ rows }) => { document.getElementById('app').innerHTML = '<h1>App</h1>' + rows.map((row) => '<p>' + row + '</p>').join('') })`,
  },
  '/api': {
    type: 'application/json',
    body: JSON.stringify({ rows: Array.from({ length: 60 }, (_, i) => text(30 + i)) }),
  },
  '/1.png': { type: 'image/png', body: PNG },
  '/2.png': { type: 'image/png', body: PNG },
  '/3.png': { type: 'image/png', body: PNG },
}
