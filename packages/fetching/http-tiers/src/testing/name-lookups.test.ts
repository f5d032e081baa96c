import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { networkNamespace, where } from '@gleaner/testkit/where'
import { expect } from '@jest/globals'

const run = promisify(execFile)
/** A network of its own in which every address is local, so that every look-up arrives and is seen. */
const SETUP = 'ip link set lo up && ip route add local 0.0.0.0/0 dev lo && ip -6 route add local ::/0 dev lo'

where(networkNamespace(SETUP)).test(
  'only the egress looks names up, and behind a proxy out on the internet nobody here does',
  async () => {
    const script = new URL('./ask-by-names.ts', import.meta.url).pathname
    const command = `${SETUP} && exec "$0" "$1"`
    const { stdout } = await run('unshare', ['-rn', 'sh', '-c', command, process.execPath, script])
    const report = JSON.parse(stdout)
    expect(report).toMatchObject({ datagrams: 0, attempts: 18 })
    for (const [attempt, names] of Object.entries<string[]>(report.lookups)) {
      const isDirect = attempt.endsWith('direct')
      expect([attempt, names]).toEqual([attempt, isDirect ? ['secret-target.example.com'] : []])
      expect([attempt, report.named.includes(attempt)]).toEqual([attempt, !isDirect])
    }
  },
)
