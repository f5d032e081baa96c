// Run by datagrams.test.ts in a network namespace of its own in which every address is local: datagrams are counted by
// the kernel there, whoever they are for.
import { createSocket } from 'node:dgram'
import { readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { createEgress, type Egress } from '@gleaner/egress'
import { DATAGRAM_PROBES } from '@gleaner/http-tiers/testing/datagram-probes'
import puppeteer from 'puppeteer-core'
import { createBrowserFolder } from '../browser/chromium/browser-folder.ts'
import type { NetworkNamespaceMode } from '../browser/chromium/confinement.ts'
import { DISABLED_FEATURES, EGRESS_FLAGS, QUIET_FLAGS } from '../browser/chromium/flags.ts'
import { createBrowserFetcher } from '../browser/fetcher.ts'
import { createBrowserPool } from '../browser/pool/pool.ts'

const [executablePath = '', run = ''] = process.argv.slice(2)
/** Pages that mostly wait. */
const AT_ONCE = 8
const PROBE_ROOT = `/tmp/gleaner-probe-${process.pid}`
/** Time for a page's candidates and hints, in milliseconds. */
const STAY_MS = 2_500
/** Within it, Chromium 156 calls home four times when nothing keeps it from that. */
const IDLE_MS = 10_000

const asked = new Set<string>()
const site = await serveProbes()
const answerer = await answerNames()
const before = datagramsOf('self')
const report = run === 'control' ? await visitUnguarded() : await visitAll(run as NetworkNamespaceMode)
const datagrams = datagramsOf('self') - before - answerer.sent()
process.stdout.write(JSON.stringify({ ...report, datagrams, lookedUp: answerer.names(), asked: [...asked] }))
process.exit(0)

interface Report {
  delivered: number
  /** Datagrams sent in the browsers' own network namespace, where they have one. */
  datagramsInside?: number
}

/** The browser tier: each page directly and through a proxy, then some time without any. */
async function visitAll(networkNamespace: NetworkNamespaceMode): Promise<Report> {
  const upstream = `http://127.0.0.1:${await serveProbes()}`
  const egress = createProbedEgress(`127.0.0.1:${site},${new URL(upstream).host}`)
  const pool = createBrowserPool({ egress, executablePath, networkNamespace, maxPages: AT_ONCE })
  const fetcher = createBrowserFetcher({ profile: 'full', pool })
  const visits = Object.keys(DATAGRAM_PROBES).flatMap((name) => [{ name }, { name, proxy: upstream }])
  const outcomes = await Promise.all(
    visits.map(({ name, proxy }) =>
      fetcher.fetch(
        {
          url: `http://127.0.0.1:${site}/${name}`,
          method: 'GET',
          maxBytes: 1_000_000,
          proxy,
          browser: { removeCookieBanners: false, waitFor: STAY_MS },
        },
        AbortSignal.timeout(150_000),
      ),
    ),
  )
  // What a browser sends by itself comes while it idles.
  await delay(IDLE_MS)
  const { command, hasOwnNetwork } = await pool.confinement()
  const holder = /--target=(\d+)/.exec(command.join(' '))?.[1] ?? ''
  const inside = hasOwnNetwork ? { datagramsInside: datagramsOf(holder) } : {}
  await pool.close()
  await egress.close()
  return { delivered: outcomes.filter(({ kind }) => kind === 'page').length, ...inside }
}

/** Chromium with a proxy, and without what keeps the rest in. */
async function visitUnguarded(): Promise<Report> {
  const egress = createProbedEgress(`127.0.0.1:${site}`)
  const folder = await createBrowserFolder(PROBE_ROOT, { uid: 0, gid: 0 })
  const kept = EGRESS_FLAGS.filter((flag) => !/^--(host-resolver-rules|proxy-server)/.test(flag))
  const browser = await puppeteer.launch({
    executablePath,
    pipe: true,
    userDataDir: folder.profile,
    args: [
      ...kept,
      ...QUIET_FLAGS,
      `--proxy-server=${(await egress.forwardProxy()).server}`,
      `--disable-features=${DISABLED_FEATURES.filter((one) => !one.startsWith('WebRtc'))}`,
      '--no-sandbox',
    ],
  })
  for (const name of ['ice-local-name', 'ice-name']) {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${site}/${name}`)
  }
  // What a browser sends by itself comes while it idles.
  await delay(IDLE_MS)
  await browser.close()
  await rm(PROBE_ROOT, { recursive: true, force: true })
  await egress.close()
  return { delivered: 2 }
}

/** Records each name that it resolves. */
function createProbedEgress(allow: string): Egress {
  return createEgress({
    allow,
    resolve: async (hostname) => {
      asked.add(hostname)
      return [{ address: '93.184.216.34', family: 4 }]
    },
  })
}

/** The probes' pages. A proxy is asked for them in the same way, and for other hosts' by CONNECT. */
async function serveProbes(): Promise<number> {
  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const { host, pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (!host.startsWith('127.0.0.1')) asked.add(host)
    response.setHeader('content-type', 'text/html')
    response.setHeader('alt-svc', 'h3=":443"; ma=3600')
    response.end(`<title>probe</title><p>A page.</p>${DATAGRAM_PROBES[pathname.slice(1)] ?? ''}`)
  })
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    asked.add(request.url!.replace(/:\d+$/, ''))
    client.on('error', () => {}).end('HTTP/1.1 502 No\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

/** Stands in for the system's name server, knows no name, and records which were looked up. */
async function answerNames(): Promise<{ names(): string[]; sent(): number }> {
  const names = new Set<string>()
  let sent = 0
  const socket = createSocket('udp6', (query, { address, port }) => {
    names.add(nameIn(query))
    sent++
    const flags = Buffer.from([0x81, 0x83])
    socket.send(Buffer.concat([query.subarray(0, 2), flags, query.subarray(4)]), port, address)
  })
  await new Promise<void>((resolve) => socket.bind(53, '::', resolve))
  return { names: () => [...names], sent: () => sent }
}

/** The first question of a DNS query (RFC 1035 section 4.1.2). */
function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = 12; query[at]; at += query[at]! + 1)
    labels.push(query.subarray(at + 1, at + 1 + query[at]!).toString('latin1'))
  return labels.join('.')
}

/** All UDP datagrams sent in the network namespace of a process (proc(5), `/proc/net/snmp`). */
function datagramsOf(pid: string): number {
  const read = (name: string) => readFileSync(`/proc/${pid}/net/${name}`, 'utf8')
  const [names, values] = read('snmp')
    .split('\n')
    .filter((line) => line.startsWith('Udp:'))
    .map((line) => line.split(' '))
  const overIpv6 = /Udp6OutDatagrams\s+(\d+)/.exec(read('snmp6'))?.[1]
  return Number(values![names!.indexOf('OutDatagrams')]) + Number(overIpv6)
}
