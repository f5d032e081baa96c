import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { runCommand } from '@gleaner/admin/run-command'
import { createDatabase, createPool, type Pool } from '@gleaner/db'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { createSession, readNewSession } from '@gleaner/sessions'
import { describeMachine } from '../lib/machine.ts'
import { withStack } from '../lib/stack.ts'
import { table } from '../lib/table.ts'
import { cookiesOf, type Report } from './session-user.ts'

const USAGE = `node bench/sessions/rotate-keys.ts [--services 3] [--seconds 5] [--accounts 20]

A rotation of ENCRYPTION_KEYS under load. Processes with a ring each open sessions at full speed, check what they read, and bring every
tenth one new cookies. They are replaced one by one, as in a rolling deployment, with the rings that docs/operations.md tells; in between
\`keys rotate\` runs beside them. A use has failed that found no session, could not open it, or read values that were replaced before.`

const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '5' },
    accounts: { type: 'string', default: '20' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

/** As many as an account may have. */
const SESSIONS_EACH = 50
const [K1, K2] = [generateKey('k1'), generateKey('k2')]
const total: Report = { opened: 0, renewed: 0, failures: {} }
const rows: (string | number)[][] = []
/** What services did that were replaced meanwhile. */
const ended: Report[] = []

await withStack({}, async (stack) => {
  const { database_url: url } = await stack.info()
  const pool = createPool({ url, max: 4 })
  try {
    console.log(`${describeMachine()}\n`)
    await fillVault(pool)
    const services = await Promise.all(
      Array.from({ length: Number(values.services) }, () => startService(url, K1)),
    )
    await phase('k1', services, async () => {})
    await phase('k1,k2: all can read what k2 will seal', services, () => roll(services, url, `${K1},${K2}`))
    await phase('k2,k1: k2 seals', services, () => roll(services, url, `${K2},${K1}`))
    await phase('keys rotate', services, () => rotate(url, `${K2},${K1}`))
    await phase('k2 alone', services, () => roll(services, url, K2))
    await Promise.all(services.map(stopService))
  } finally {
    await pool.end()
  }
})
console.log(table(['phase', 'opened', 'renewed', 'failed'], rows))
const failed = Object.values(total.failures).reduce((sum, count) => sum + count, 0)
console.log(`\n${total.opened} uses and ${total.renewed} renewals, ${failed} failed`, total.failures)
process.exit(failed > 0 ? 1 : 0)

async function fillVault(pool: Pool): Promise<void> {
  const db = createDatabase(pool)
  const box = createSecretBox(K1)
  for (let account = 0; account < Number(values.accounts); account++) await openAccount(pool)
  const { rows: accounts } = await pool.query<{ id: string }>(
    'SELECT account_id AS id FROM api_key ORDER BY created_at DESC LIMIT $1',
    [values.accounts],
  )
  const session = await readNewSession({ name: 'bench', domain: 'example.com', cookies: cookiesOf(0) })
  for (const { id: accountId } of accounts)
    await db.transaction(async (both) => {
      const holder = { accountId, userId: undefined, actor: 'system' as const }
      for (let at = 0; at < SESSIONS_EACH; at++) await createSession(both, box, holder, session)
    })
}

/** Does what a phase is about while the services are at work, and says what they did in it. */
async function phase(name: string, services: ChildProcess[], act: () => Promise<void>): Promise<void> {
  await Promise.all(services.map(ask))
  await act()
  await sleep(Number(values.seconds) * 1_000)
  const reports = [...ended.splice(0), ...(await Promise.all(services.map(ask)))]
  const sum = (of: (report: Report) => number) => reports.reduce((all, report) => all + of(report), 0)
  const failed = sum(({ failures }) => Object.values(failures).reduce((all, count) => all + count, 0))
  rows.push([name, sum(({ opened }) => opened), sum(({ renewed }) => renewed), failed])
  for (const { opened, renewed, failures } of reports) {
    total.opened += opened
    total.renewed += renewed
    for (const [failure, count] of Object.entries(failures))
      total.failures[failure] = (total.failures[failure] ?? 0) + count
  }
}

async function startService(url: string, ring: string): Promise<ChildProcess> {
  const service = fork(join(import.meta.dirname, 'session-user.ts'), {
    env: { ...process.env, DATABASE_URL: url, ENCRYPTION_KEYS: ring },
    execArgv: [],
  })
  await once(service, 'message')
  return service
}

/** What a service did since it was asked last. */
async function ask(service: ChildProcess): Promise<Report> {
  service.send('report')
  const [report] = await once(service, 'message')
  return report
}

async function stopService(service: ChildProcess): Promise<void> {
  service.send('stop')
  const [report] = await once(service, 'message')
  ended.push(report)
  service.disconnect()
}

/** One after the other: old and new rings are at work at the same time. */
async function roll(services: ChildProcess[], url: string, ring: string): Promise<void> {
  for (const [at, former] of services.entries()) {
    services[at] = await startService(url, ring)
    await stopService(former)
  }
}

async function rotate(url: string, ring: string): Promise<void> {
  const env = { DATABASE_URL: url, ENCRYPTION_KEYS: ring }
  const started = performance.now()
  console.log(
    `${await runCommand(['keys', 'rotate'], env)}\n(${Math.round(performance.now() - started)} ms)\n`,
  )
}
