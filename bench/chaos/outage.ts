import { once } from 'node:events'
import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { eventually } from '@gleaner/testkit/eventually'
import { postScrape, request } from '../lib/api.ts'
import { processTree } from '../lib/process-usage.ts'
import { withStack } from '../lib/stack.ts'
import { checkLedger } from './check-ledger.ts'
import { type OperationResult, runOperation } from './client.ts'
import { reportFaults } from './report.ts'
import { type Restartable, withDatabases } from './restartable.ts'
import { tally } from './run-workload.ts'

const OUTAGE_MS = 8_000
const PROBE_EVERY_MS = 400
const BEFORE = 40
const RECOVERY_MS = 60_000
const READY_MS = 5_000

interface Outage {
  name: string
  begin: () => Promise<void> | void
  end: () => Promise<void> | void
}

/**
 * Redis and Postgres away for eight seconds each, stopped and frozen, and Redis emptied; with jobs on their way
 * and new requests arriving. Exits with 1 when a job is lost or the ledger is not in order.
 */
async function main(): Promise<void> {
  await withDatabases(({ redis, postgres, env }) =>
    withStack({ env }, async ({ info }) => {
      const rows: string[][] = []
      const results: OperationResult[] = []
      for (const outage of [
        ...outagesOf('Redis', redis),
        ...outagesOf('Postgres', postgres),
        emptied(redis),
      ]) {
        rows.push(await suffer(info, outage, results))
        console.error(rows.at(-1)!.join(' | '))
      }
      const bad = results.filter(({ end }) => end !== 'correct')
      reportFaults(
        HEADER,
        rows,
        bad.map(({ first, end, message }) => `first ${first}, in the end ${end}: ${message}`),
      )
    }),
  )
}

const HEADER = [
  'outage',
  'answers meanwhile',
  'slowest s',
  'back after s',
  'jobs under way',
  'ready',
  'ledger',
]

function outagesOf(name: string, target: Restartable): Outage[] {
  const signal = async (signal: NodeJS.Signals) => {
    for (const pid of await processTree(target.server.pid)) process.kill(pid, signal)
  }
  return [
    { name: `${name} stopped`, begin: () => target.server.stop(), end: () => target.restart() },
    { name: `${name} frozen`, begin: () => signal('SIGSTOP'), end: () => signal('SIGCONT') },
  ]
}

/** All queues forgotten at once: the jobs must come back from Postgres. */
function emptied({ server }: Restartable): Outage {
  const empty = async () => {
    const socket = connect(server.port, '127.0.0.1').resume()
    socket.end('FLUSHALL\r\nQUIT\r\n')
    await once(socket, 'close')
  }
  return { name: 'Redis emptied', begin: empty, end: () => {} }
}

async function suffer(
  info: () => Promise<DevInfo>,
  outage: Outage,
  results: OperationResult[],
): Promise<string[]> {
  const run = `${outage.name.replace(' ', '-')}-${Date.now()}`
  const underWay = Array.from({ length: BEFORE }, (_, index) =>
    runOperation(info, { path: `/bench/20kb?${run}=${index}`, sync: false }, `${run}-${index}`),
  )
  await sleep(150)
  await outage.begin()
  const asked = await probe(await info(), run)
  const readiness = await ready(await info())
  await outage.end()
  const ended = Date.now()
  await eventually(
    async () => {
      const answer = await postScrape(await info(), scrapeOf(await info(), `after-${run}`))
      if (answer.status !== 200) throw new Error(`still ${answer.status}`)
    },
    { timeoutMs: RECOVERY_MS },
  )
  const backAfter = (Date.now() - ended) / 1_000
  const [finished, probes] = await Promise.all([Promise.all(underWay), Promise.all(asked)])
  results.push(...finished)
  const faults = await checkLedger((await info()).database_url)
  return [
    outage.name,
    tally(probes.map(({ name }) => name)),
    (Math.max(...probes.map(({ ms }) => ms)) / 1_000).toFixed(1),
    backAfter.toFixed(1),
    tally(finished.map(({ end }) => end)),
    readiness,
    faults.join('; ') || 'in order',
  ]
}

function scrapeOf({ sample_site }: DevInfo, run: string) {
  return { url: `${sample_site}/bench/20kb?${run}`, formats: ['markdown'], timeout: 20 }
}

interface Probe {
  name: string
  ms: number
}

/** Asks for a scrape again and again as long as the outage lasts; the answers may come later than that. */
async function probe(info: DevInfo, run: string): Promise<Promise<Probe>[]> {
  const probes: Promise<Probe>[] = []
  const deadline = Date.now() + OUTAGE_MS
  while (Date.now() < deadline) {
    const started = Date.now()
    const asked = postScrape(info, scrapeOf(info, `${run}-probe-${probes.length}`)).then(
      ({ status, text }) => (status < 400 ? String(status) : `${status} ${JSON.parse(text).error}`),
      () => 'cut',
    )
    probes.push(asked.then((name) => ({ name, ms: Date.now() - started })))
    await sleep(PROBE_EVERY_MS)
  }
  return probes
}

/** What the gateway says of itself during the outage. */
async function ready(info: DevInfo): Promise<string> {
  const asked = request(`${info.ops.gateway}/readyz`).then(
    ({ status }) => String(status),
    () => 'no answer',
  )
  return Promise.race([asked, sleep(READY_MS, 'no answer', { ref: false })])
}

await main()
