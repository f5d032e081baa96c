import { parseArgs } from 'node:util'
import { type Stack, withStack } from '../lib/stack.ts'
import { checkLedger } from './check-ledger.ts'
import type { Operation, OperationResult } from './client.ts'
import { distinctVictims, killing } from './disturbances.ts'
import { inOrder, reportFaults } from './report.ts'
import { type Plan, runWorkload, tally } from './run-workload.ts'

const OPERATIONS = 200
const BROWSER_OPERATIONS = 24

// Names of dev.json, each dies twice. Those that share a process with an earlier one die with that.
const VICTIMS = ['gateway', 'tier-1-curl', 'tier-2-http', 'scheduler', 'postgres', 'redis', 'tier-4-browser']

/**
 * `kill -9` of one process after the other during scrapes, on a stack of its own (or the one of `--home`); then
 * the answers and the ledger are checked. `--split` runs one process per service, `--only <name>` one victim. Exits with 1 at any fault.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { split: { type: 'boolean' }, only: { type: 'string' }, home: { type: 'string' } },
  })
  await withStack({ home: values.home, split: values.split ?? false }, async (stack) => {
    const since = new Date()
    const rows: string[][] = []
    const found: string[] = []
    const results: OperationResult[] = []
    for (const victim of distinctVictims(VICTIMS, (await stack.info()).pids, values.only)) {
      const ended = await runWorkload(stack.info, planFor(stack, victim))
      results.push(...ended)
      const faults = await checkLedger((await stack.info()).database_url, { results, since })
      rows.push(rowOf(victim, ended, faults))
      found.push(...faults.map((fault) => `${victim}: ${fault}`), ...badEnds(victim, ended))
      console.error(`${victim}: ${tally(ended.map(({ end }) => end))}`)
    }
    reportFaults(HEADER, rows, found)
  })
}

const HEADER = ['killed twice', 'requests', 'first answers', 'in the end', 'slowest s', 'ledger']

function planFor(stack: Stack, victim: string): Plan {
  const isBrowser = victim === 'tier-4-browser'
  const count = isBrowser ? BROWSER_OPERATIONS : OPERATIONS
  return {
    name: `kill-${victim}-${Date.now()}`,
    clients: isBrowser ? 3 : 10,
    operations: Array.from({ length: count }, (_, index) =>
      isBrowser ? browserOperation(index) : operation(index, victim),
    ),
    disturbances: [0.25, 0.6].map((share) => ({
      after: Math.round(count * share),
      act: killing(stack, victim),
    })),
  }
}

/** Two thirds wait for their answer, one in eight climbs a tier. */
function operation(index: number, victim: string): Operation {
  const path = index % 8 === 5 ? '/not-browser' : '/bench/20kb'
  return { path: `${path}?${victim}=${index}`, sync: index % 3 !== 2 }
}

function browserOperation(index: number): Operation {
  return { path: `/bench/20kb?browser=${index}`, sync: index % 3 !== 2, tier: '4' }
}

function rowOf(victim: string, results: OperationResult[], faults: string[]): string[] {
  const slowest = Math.max(...results.map(({ endMs }) => endMs)) / 1_000
  return [
    victim,
    String(results.length),
    tally(results.map(({ first }) => first)),
    tally(results.map(({ end }) => end)),
    slowest.toFixed(1),
    inOrder(faults),
  ]
}

function badEnds(victim: string, results: OperationResult[]): string[] {
  const bad = results.filter(({ end }) => end !== 'correct')
  return bad.map(({ first, end, message }) => `${victim}: first ${first}, in the end ${end}: ${message}`)
}

await main()
