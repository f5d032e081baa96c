import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { DATAGRAM_PROBES, NAMED } from '@gleaner/http-tiers/testing/datagram-probes'
import { networkNamespace, where } from '@gleaner/testkit/where'
import { beforeAll, expect, test } from '@jest/globals'
import { CHROMIUM } from '../browser/testing/chromium-path.ts'

const script = new URL('./probe-datagrams.ts', import.meta.url).pathname
/** A network of its own: every address is local, and an interface is there to multicast on. */
const SETUP = [
  'ip link set lo up',
  'ip link add lan0 type veth peer name lan1',
  'ip addr add 10.77.0.1/24 dev lan0',
  'ip link set lan0 up',
  'ip link set lan1 up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip route add 224.0.0.0/4 dev lan0',
  'ip -6 route add local ::/0 dev lo',
].join(' && ')

interface Report {
  delivered: number
  datagrams: number
  datagramsInside?: number
  lookedUp: string[]
  asked: string[]
}

type Run = 'control' | 'off' | 'required'

async function probe(run: Run): Promise<Report> {
  const command = `${SETUP} && exec "$0" "$@"`
  const args = ['-rn', 'sh', '-c', command, process.execPath, script, CHROMIUM, run]
  const { stdout } = await promisify(execFile)('unshare', args)
  return JSON.parse(stdout)
}

/** Pages name hosts on purpose; nobody else may. */
const unnamed = ({ asked }: Report) =>
  asked.filter((host) => !host.endsWith(NAMED) && !PAGES.includes(host) && !/^[\d.:[\]a-f]+$/.test(host))
/** Names of the local network that pages ask for by requests, which the egress refuses. */
const PAGES = ['printer.local', 'wpad', 'localhost', 'router']

where(networkNamespace(SETUP)).describe('datagrams and names', () => {
  /** Each in a network of its own, and mostly waiting: all at once. */
  let reports: Record<Run, Report>
  beforeAll(async () => {
    const [control, off, required] = await Promise.all([probe('control'), probe('off'), probe('required')])
    reports = { control, off, required }
  }, 240_000)

  test('a browser with a proxy alone sends datagrams, looks names up and calls its vendor', () => {
    const report = reports.control
    expect(report.datagrams).toBeGreaterThan(0)
    expect(report.lookedUp).toContain(`ice.${NAMED}`)
    expect(unnamed(report)).toContain('accounts.google.com')
  })

  test.each(['off', 'required'] as const)('with a network namespace %s, it does neither', (mode) => {
    const report = reports[mode]
    expect(report.lookedUp).toEqual([])
    expect(report.datagrams).toBe(0)
    expect(report.datagramsInside ?? 0).toBe(0)
    expect(unnamed(report)).toEqual([])
    // The pages were there, and their requests went the one way that is open.
    expect(report.delivered).toBe(2 * Object.keys(DATAGRAM_PROBES).length)
    expect(report.asked).toEqual(expect.arrayContaining([`f.${NAMED}`, `ws.${NAMED}`]))
  })
})
