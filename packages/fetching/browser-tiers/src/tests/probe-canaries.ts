// Run by egress-browser.test.ts, where it can in a network namespace in which every address leads to this process.
import { createSocket } from 'node:dgram'
import { createServer as createHttpServer, type ServerResponse } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createEgress, isPublicAddress } from '@gleaner/egress'
import { HOSTILE } from '@gleaner/egress/fixtures/hostile-addresses'
import type { NetworkNamespaceMode } from '../browser/chromium/confinement.ts'
import { createBrowserFetcher } from '../browser/fetcher.ts'

const [executablePath = '', mode = '', everyAddressIsHere = '', lanAddress = '127.0.0.1'] =
  process.argv.slice(2)
const networkNamespace = mode as NetworkNamespaceMode
const AT_ONCE = 4
/** Time for a page's scripts, workers and sockets to run, in milliseconds. */
const STAY_MS = 1000
/** Probes that leave the page or need it for themselves; all others share one page. */
const ALONE = [
  'meta-refresh',
  'location-file',
  'form',
  'popup',
  'csp-report',
  'pdf-subresource',
  'refresh-header',
]

const reached: string[] = []
const canary = await listenTcp(0)
await listenUdp(canary)
if (everyAddressIsHere) await Promise.all([listenTcp(80), listenTcp(443), listenUdp(53)])
const site = await serveProbes()

const control = await visit(['fetch', 'iframe', 'ws'], `127.0.0.1:${site},127.0.0.1:${canary}`)
const guarded = await visit([...ALONE, 'all-others'], `127.0.0.1:${site}`)
process.stdout.write(JSON.stringify({ control, guarded }))
process.exit(0)

/**
 * Opens pages in the browser tier; returns which canaries were reached meanwhile, and how many pages were delivered.
 */
async function visit(names: string[], allow: string): Promise<{ delivered: number; reached: string[] }> {
  const egress = createEgress({ allow, resolve: async () => [{ address: '93.184.216.34', family: 4 }] })
  const fetcher = createBrowserFetcher({ profile: 'full', egress, executablePath, networkNamespace })
  const queue = [...names]
  let delivered = 0
  reached.length = 0
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  // What a page left behind may still act.
  await delay(STAY_MS)
  const result = { delivered, reached: [...reached] }
  await fetcher.close()
  await egress.close()
  return result

  async function work(): Promise<void> {
    for (let name = queue.shift(); name !== undefined; name = queue.shift()) {
      const outcome = await fetcher.fetch(
        {
          url: `http://127.0.0.1:${site}/b/${name}`,
          method: 'GET',
          maxBytes: 1_000_000,
          browser: { removeCookieBanners: false, waitFor: STAY_MS, pdf: name === 'pdf-subresource' },
        },
        AbortSignal.timeout(60_000),
      )
      if (outcome.kind === 'page') delivered++
    }
  }
}

async function serveProbes(): Promise<number> {
  const html = new Map(HOSTILE.browser.map(([name, page]) => [`/b/${name}`, page]))
  const others = HOSTILE.browser.filter(([name]) => !ALONE.includes(name))
  html.set('/b/all-others', others.map(([, page]) => page).join('\n'))
  const server = createHttpServer((request, response) => {
    response.setHeader('content-type', 'text/html')
    addHeaders(request.url ?? '', response)
    response.end(atCanary(`<title>probe</title><p>A page.</p>${html.get(request.url ?? '') ?? ''}`))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** The two probes that sit in a header. */
function addHeaders(path: string, response: ServerResponse): void {
  if (path === '/b/refresh-header') response.setHeader('refresh', atCanary('0;url=http://127.0.0.1:CANARY/'))
  if (path === '/b/csp-report') {
    const policy = atCanary("img-src 'none'; report-uri http://127.0.0.1:CANARY/")
    response.setHeader('content-security-policy', policy)
  }
}

function atCanary(text: string): string {
  return text.replaceAll('CANARY', String(canary)).replaceAll('10.77.0.1', lanAddress)
}

async function listenTcp(port: number): Promise<number> {
  const server = createServer((socket) => {
    note('tcp', (socket.localAddress ?? '').replace(/^::ffff:/, ''), port)
    socket.on('error', () => {}).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '::', resolve))
  return (server.address() as AddressInfo).port
}

async function listenUdp(port: number): Promise<void> {
  const socket = createSocket('udp6', (_message, from) => note('udp', from.address, port))
  await new Promise<void>((resolve) => socket.bind(port, '::', resolve))
}

/** Connections that the egress itself makes to public addresses (they are local here) are as they should be. */
function note(protocol: string, address: string, port: number): void {
  if (protocol === 'udp' || !isPublicAddress(address))
    reached.push(`${protocol} ${address}:${port || 'canary'}`)
}
