import { createServer, type Server } from 'node:net'
import { cookiesOfHost } from '@gleaner/cookie-rules'
import { createEgress, type Egress } from '@gleaner/egress'
import type { FetchRequest, InternalResponse } from '@gleaner/http-tiers'
import { eventually } from '@gleaner/testkit'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { createBrowserFetcher } from '../fetcher.ts'
import { type BrowserPool, createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from '../testing/chromium-path.ts'

const HTML = { 'content-type': 'text/html; charset=utf-8' }
const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`
const html = (text: string): InternalResponse => ({ status: 200, headers: HTML, body: Buffer.from(text) })

/** Every way that a page has to ask for something, on a page that notes those that have failed. */
const asksFor = (address: string) => `<!doctype html><title>Reaching out</title>
<link rel="preconnect" href="http://${address}"><link rel="dns-prefetch" href="http://${address}">
<link rel="prefetch" href="http://${address}/prefetch"><link rel="stylesheet" href="http://${address}/style">
${WORDS}<ul id="failed"></ul>
<script>
const failed = (what) => document.getElementById('failed').insertAdjacentHTML('beforeend', '<li>' + what + '</li>')
fetch('http://${address}/fetch', { mode: 'no-cors' }).catch(() => failed('fetch'))
fetch('http://${address}/post', { method: 'POST', mode: 'no-cors', body: 'x', keepalive: true }).catch(() => failed('post'))
navigator.sendBeacon('http://${address}/beacon', 'x')
const socket = new WebSocket('ws://${address}/socket')
socket.onerror = () => failed('socket')
const events = new EventSource('http://${address}/events')
events.onerror = () => { events.close(); failed('events') }
const image = new Image()
image.onerror = () => failed('image')
image.src = 'http://${address}/image'
const code = "fetch('http://${address}/worker', { mode: 'no-cors' }).catch(() => postMessage('worker'))"
new Worker(URL.createObjectURL(new Blob([code]))).onmessage = ({ data }) => failed(data)
window.open('http://${address}/popup')
const peer = new RTCPeerConnection({ iceServers: [{ urls: 'turn:${address}?transport=tcp', username: 'a', credential: 'b' }] })
peer.createDataChannel('a')
peer.createOffer().then((offer) => peer.setLocalDescription(offer))
</script>
<iframe src="http://${address}/frame"></iframe>`

describe('a page that is answered from within', () => {
  let sink: Server
  let connections = 0
  let address: string
  let egress: Egress
  let pool: BrowserPool

  beforeAll(async () => {
    sink = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    const { port } = await listenOnAny(sink)
    address = `127.0.0.1:${port}`
    egress = createEgress({ allow: '127.0.0.0/8' })
    pool = createBrowserPool({ egress, executablePath: CHROMIUM })
  })
  afterAll(async () => {
    await pool.close()
    await egress.close()
    await new Promise((resolve) => sink.close(resolve))
  })

  function visit(site: FetchRequest['site'], more: Partial<FetchRequest> = {}) {
    return createBrowserFetcher({ pool, profile: 'full' }).fetch(
      { url: 'https://nowhere.invalid/page', method: 'GET', maxBytes: 1_000_000, site, ...more },
      AbortSignal.timeout(25_000),
    )
  }
  const textOf = (outcome: Awaited<ReturnType<typeof visit>>) => {
    if (outcome.kind !== 'page') throw new Error(JSON.stringify(outcome))
    return Buffer.from(outcome.page.body).toString()
  }

  test('reaches no network, whatever it asks for', async () => {
    const ways = ['fetch', 'post', 'socket', 'events', 'image', 'worker']
    const outcome = await visit(
      (url, isDocument) =>
        isDocument ? html(url.includes('nowhere') ? asksFor(address) : WORDS) : undefined,
      { browser: { removeCookieBanners: false, waitFor: `#failed li:nth-child(${ways.length})` } },
    )
    const text = textOf(outcome)
    for (const way of ways) expect(text).toContain(`<li>${way}</li>`)
    // A visit that may reach it shows that the sink would have noticed.
    expect(connections).toBe(0)
    await visit(undefined, { url: `http://${address}/` })
    await eventually(() => expect(connections).toBeGreaterThan(0))
  })

  test('has the address that was asked for, its cookies, and the answers it is given', async () => {
    const outcome = await visit(
      (url, isDocument) =>
        isDocument
          ? html(`${WORDS}<pre id=out></pre><script>fetch('/data').then((r) => r.text()).then((data) => {
              out.textContent = [location.href, document.cookie, isSecureContext, data].join(' ') })</script>`)
          : url.endsWith('/data')
            ? { status: 200, headers: { 'content-type': 'text/plain' }, body: Buffer.from('given') }
            : undefined,
      { cookies: cookiesOfHost('nowhere.invalid', { a: '1' }) },
    )
    expect(textOf(outcome)).toContain('https://nowhere.invalid/page a=1 true given')
  })

  test('is a document as any target’s is', async () => {
    const pdf = { status: 200, headers: { 'content-type': 'application/pdf' }, body: Buffer.from('%PDF-1.7') }
    expect(await visit(() => pdf)).toMatchObject({ kind: 'page', page: { status: 200, body: pdf.body } })
    const missing = { ...html('<h1>Not here</h1>'), status: 404 }
    expect(await visit(() => missing)).toMatchObject({ kind: 'page', page: { status: 404 } })
    expect(await visit(() => undefined)).toMatchObject({ kind: 'failed', reason: 'network_error' })
  })
})

async function listenOnAny(server: Server): Promise<{ port: number }> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server.address() as { port: number }
}
