// Run by name-lookups.test.ts inside a network namespace in which every address there is leads to this very process, so
// that a look-up of the system's or of a library's own resolver would arrive here.
import { createSocket } from 'node:dgram'
import { createServer } from 'node:net'
import { createEgress } from '@gleaner/egress'
import { createCurlFetcher } from '../curl/fetcher.ts'
import { createHttpFetcher } from '../http/fetcher.ts'
import { createStealthFetcher } from '../impersonation/fetcher.ts'

const CREATE = { 1: createCurlFetcher, 2: createHttpFetcher, 3: createStealthFetcher }
const PROXY_ADDRESS = '93.184.216.34'
const HTTP_PROXY = 3128
const SOCKS_PROXY = 1080

const report = {
  /** Datagrams that reached port 53, whatever asked. */
  datagrams: 0,
  /** Names that the egress looked up, by attempt. */
  lookups: {} as Record<string, string[]>,
  /** Attempts whose proxy was given the name. */
  named: [] as string[],
  attempts: 0,
}
let current = ''

for (const kind of ['udp4', 'udp6'] as const) {
  const socket = createSocket({ type: kind, ipv6Only: kind === 'udp6' })
  socket.on('message', () => report.datagrams++)
  await new Promise<void>((resolve) => socket.bind(53, resolve))
}
await listen(HTTP_PROXY, (bytes) => note(bytes) ?? 'HTTP/1.1 502 Bad Gateway\r\nContent-Length: 0\r\n\r\n')
await listen(SOCKS_PROXY, (bytes) =>
  bytes[1] === 1 && bytes.length === 3
    ? Buffer.from([5, 0])
    : (note(bytes) ?? Buffer.from([5, 4, 0, 1, 0, 0, 0, 0, 0, 0])),
)

for (const [tier, create] of Object.entries(CREATE))
  for (const proxy of [
    undefined,
    `http://${PROXY_ADDRESS}:${HTTP_PROXY}`,
    `socks5://${PROXY_ADDRESS}:${SOCKS_PROXY}`,
  ])
    for (const scheme of ['http', 'https']) {
      current = `tier ${tier} ${scheme} ${proxy?.split(':')[0] ?? 'direct'}`
      report.attempts++
      const names: string[] = []
      report.lookups[current] = names
      const egress = createEgress({
        resolve: async (name) => {
          names.push(name)
          return [{ address: '93.184.216.99', family: 4 }]
        },
      })
      const fetcher = create({ egress })
      const url = `${scheme}://secret-target.example.com/`
      await fetcher.fetch({ url, method: 'GET', maxBytes: 1_000, proxy }, AbortSignal.timeout(2_000))
      await fetcher.close()
      await egress.close()
    }
process.stdout.write(JSON.stringify(report))
process.exit(0)

function note(bytes: Buffer): undefined {
  if (bytes.includes('secret-target.example.com') && !report.named.includes(current))
    report.named.push(current)
}

async function listen(port: number, answer: (bytes: Buffer) => string | Buffer): Promise<void> {
  const server = createServer((socket) => {
    socket.on('error', () => {}).on('data', (bytes) => socket.write(answer(bytes)))
  })
  await new Promise<void>((resolve) => void server.listen(port, '0.0.0.0', resolve))
}
