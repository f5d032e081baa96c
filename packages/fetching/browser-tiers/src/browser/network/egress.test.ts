import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { promisify } from 'node:util'
import { networkNamespace, where } from '@gleaner/testkit/where'
import { expect } from '@jest/globals'

const run = promisify(execFile)
const script = new URL('../../tests/probe-canaries.ts', import.meta.url).pathname
const chromium = ['/usr/bin/chromium', '/usr/bin/google-chrome'].find((path) => existsSync(path)) ?? ''

/** A network of its own: every address is local, and an interface is there for WebRTC to gather candidates from. */
const SETUP = [
  'ip link set lo up',
  'ip link add lan0 type veth peer name lan1',
  'ip addr add 10.77.0.1/24 dev lan0',
  'ip link set lan0 up',
  'ip link set lan1 up',
  'ip route add local 0.0.0.0/0 dev lo',
  'ip -6 route add local ::/0 dev lo',
].join(' && ')
const namespaces = networkNamespace(SETUP)

/** By switches alone, and by a network namespace as well. */
const MODES = [
  { mode: 'off', needs: [] },
  { mode: 'required', needs: [namespaces] },
]

for (const { mode, needs } of MODES) {
  where(...needs).test(
    `a hostile page in the browser reaches nothing that is not listed (network namespace: ${mode})`,
    async () => {
      const { control, guarded } = JSON.parse(
        namespaces.isMet ? await probeInNamespace(mode) : await probeHere(mode),
      )
      // The canary is alive: listed for once, it is reached by each of three pages.
      expect(control.reached.length).toBeGreaterThanOrEqual(3)
      expect(guarded.reached).toEqual([])
      expect(guarded.delivered).toBeGreaterThanOrEqual(5)
    },
  )
}

async function probeInNamespace(mode: string): Promise<string> {
  const command = `${SETUP} && exec "$0" "$@" everywhere 10.77.0.1`
  const words = ['-rn', 'sh', '-c', command, process.execPath, script, chromium, mode]
  return (await run('unshare', words)).stdout
}

async function probeHere(mode: string): Promise<string> {
  const lan = Object.values(networkInterfaces())
    .flat()
    .find((one) => one?.family === 'IPv4' && !one.internal)
  return (await run(process.execPath, [script, chromium, mode, '', lan?.address ?? '127.0.0.1'])).stdout
}
