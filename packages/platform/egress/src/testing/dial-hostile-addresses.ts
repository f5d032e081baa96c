// Run by namespace.test.ts inside a network namespace in which every address there is leads to this very process.
import { createServer, isIP, type Socket } from 'node:net'
import { type Dispatcher, ProxyAgent, request } from 'undici'
import { createEgress } from '../create-egress.ts'
import { HOSTILE } from '../fixtures/hostile-addresses.ts'
import { isPublicAddress } from '../policy/ip-ranges.ts'

const OWN = '198.35.26.96'
const PUBLIC = '93.184.216.34'
const PORTS = [
  1, 22, 25, 80, 143, 443, 465, 587, 3000, 4750, 6000, 6379, 6666, 6667, 8080, 8443, 9200, 9222, 10080,
]

const dialled: string[] = []
const rows = [
  ...HOSTILE.url.map(([verdict, url]) => ({ verdict, url, times: 1 })),
  ...HOSTILE.dns.map(([verdict, host, replies]) => ({
    verdict,
    url: `http://${host}/`,
    times: replies.length + 1,
  })),
]

await Promise.all(PORTS.map(listen))
const report = { dials: 0, reached: [] as string[], wronglyRefused: [] as string[] }
for (const means of ['dispatcher', 'tunnel', 'absolute'] as const)
  for (const row of rows) await dialOne(means, row)
process.stdout.write(JSON.stringify(report))
process.exit(0)

/** Requests a URL without checking it first, so that only the check at dialling protects. */
async function dialOne(
  means: 'dispatcher' | 'tunnel' | 'absolute',
  row: (typeof rows)[number],
): Promise<void> {
  const egress = createEgress({ ownAddresses: OWN, connectTimeoutMs: 1000, resolve: resolver() })
  const dispatcher =
    means === 'dispatcher'
      ? egress.dispatcher()
      : new ProxyAgent({ uri: (await egress.forwardProxy()).url, proxyTunnel: means === 'tunnel' })
  dialled.length = 0
  for (let i = 0; i < row.times; i++) {
    report.dials++
    await ask(row.url, dispatcher)
  }
  const forbidden = dialled.filter((address) => !isPublicAddress(address) || address === OWN)
  if (forbidden.length > 0) report.reached.push(`${means} ${row.url} -> ${forbidden}`)
  if (row.verdict === 'allowed' && dialled.length === 0) report.wronglyRefused.push(`${means} ${row.url}`)
  await egress.close()
}

async function ask(url: string, dispatcher: Dispatcher): Promise<void> {
  try {
    const { body } = await request(url, {
      dispatcher,
      headersTimeout: 1000,
      headers: { connection: 'close' },
    })
    await body.dump()
  } catch {
    // What matters is who was dialled, not what came of it.
  }
}

function resolver() {
  const asked = new Map<string, number>()
  const replies = new Map(HOSTILE.dns.map(([, host, list]) => [host, list]))
  return async (host: string) => {
    const list = replies.get(host) ?? [[PUBLIC]]
    const call = asked.get(host) ?? 0
    asked.set(host, call + 1)
    const reply = list[Math.min(call, list.length - 1)]
    if (reply === undefined) throw new Error('SERVFAIL')
    return reply.map((address) => ({ address, family: isIP(address) }))
  }
}

async function listen(port: number): Promise<void> {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n'
  const server = createServer((socket: Socket) => {
    dialled.push((socket.localAddress ?? '').replace(/^::ffff:/, ''))
    socket.on('error', () => {}).once('data', () => socket.end(answer))
  })
  await new Promise<void>((resolve) => server.listen(port, '::', resolve))
}
