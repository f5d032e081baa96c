import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { networkNamespace, where } from '@gleaner/testkit/where'
import { expect } from '@jest/globals'

const run = promisify(execFile)
/** A network of its own in which every IPv4 and IPv6 address is local, so that every dial arrives and is seen. */
const SETUP = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo'

where(networkNamespace(SETUP)).test(
  'no hostile address is ever dialled, and every public one is, where all addresses answer',
  async () => {
    const script = new URL('./dial-hostile-addresses.ts', import.meta.url).pathname
    const { stdout } = await run('unshare', [
      '-rn',
      'sh',
      '-c',
      `${SETUP} && exec "$0" "$1"`,
      process.execPath,
      script,
    ])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ reached: [], wronglyRefused: [] })
    expect(report.dials).toBeGreaterThan(800)
  },
)
