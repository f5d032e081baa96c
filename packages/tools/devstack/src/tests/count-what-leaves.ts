// Run in a network namespace that has loopback alone: starts the stack, uses it, and prints what tried to leave, as JSON.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sleep } from '@gleaner/runtime'
import { eventually } from '@gleaner/testkit/eventually'
import type { DevInfo } from '../dev-info.ts'
import { runStack } from './run-stack.ts'

/** Of a busy machine. */
const START_MS = 5 * 60_000
/** Beyond the first turn of every loop that is not one of hours. */
const USED_MS = 20_000

/** What the kernel had no way for: each packet and each connection to anywhere but loopback, lookups of names included. */
function triedToLeave(): number {
  const [names, values] = readFileSync('/proc/net/snmp', 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('Ip: '))
    .map((line) => line.split(' '))
  const ofIpv4 = Number(values![names!.indexOf('OutNoRoutes')])
  const [, ofIpv6 = '0'] = /^Ip6OutNoRoutes\s+(\d+)$/m.exec(readFileSync('/proc/net/snmp6', 'utf8')) ?? []
  return ofIpv4 + Number(ofIpv6)
}

async function scrape({ base_url, api_key, sample_site }: DevInfo, tier: string): Promise<number> {
  const response = await fetch(`${base_url}/scrape`, {
    method: 'POST',
    headers: { 'X-API-Key': api_key, 'Content-Type': 'application/json' },
    body: JSON.stringify({ url: `${sample_site}/article`, cost_controls: { force_tier: tier } }),
  })
  await response.body?.cancel()
  return response.status
}

/** One connection that leaves, so that what counts is known to count. */
async function leave(): Promise<void> {
  const socket = connect(443, '192.0.2.1')
  await once(socket, 'error').catch(() => {})
  socket.destroy()
}

const home = await mkdtemp(join(tmpdir(), 'gleaner-home-'))
const stack = runStack({ home })
await eventually(
  () => {
    if (!stack.output.includes('Ctrl-C stops everything')) throw new Error(`not up yet:\n${stack.output}`)
  },
  { timeoutMs: START_MS },
).catch(async (error: unknown) => {
  await stack.end('SIGTERM')
  throw error
})
const started = triedToLeave()
const info = await stack.readDevFile()
const scrapes = [await scrape(info, '1'), await scrape(info, '4')]
// What would be sent on a timer has time to.
await sleep(USED_MS)
const used = triedToLeave()
const exit = await stack.end('SIGTERM')
const stopped = triedToLeave()
await leave()
console.log(JSON.stringify({ scrapes, exit, started, used, stopped, control: triedToLeave() - stopped }))
await rm(home, { recursive: true, force: true, maxRetries: 20 })
