import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createPool } from '@gleaner/db'
import { type Fleet, startFleet } from '@gleaner/devstack'
import { openAccount } from '@gleaner/devstack/testing/open-account'
import { everythingWritten, listenToRedis, type Written } from '@gleaner/devstack/tests/everything-written'
import { startWebhookSink, type WebhookSink } from '@gleaner/testkit/webhook-sink'
import { describeMachine } from '../lib/machine.ts'
import { createClient, type Replies } from './canaries/client.ts'
import { writtenElsewhere } from './canaries/files-elsewhere.ts'
import { startHostileSite } from './canaries/hostile-site.ts'
import { beRefused, bodiesOf, REFUSED_ACCOUNTS, useSessions } from './canaries/plant.ts'
import { CONTROL, findCanaries, plantedBy } from './canaries/values.ts'

const USAGE = `node bench/sessions/canaries.ts [--accounts 9]

Brings some 115 secrets for each account by every format and endpoint that takes them, and others in requests that are refused; uses them at
every tier, in single scrapes and in batches, against a site that sets other cookies with each response and writes all that it is sent and
sets into pages, headers, redirects, JSON and errors; then looks for each of these values, as it is, in base64 and in hex, in replies,
streams, WebSockets, webhooks, every command to Redis, every table, key and file (logs, those of the databases and of browsers among them),
temporary folders, command lines, the queue UI and metrics.`

const { values } = parseArgs({
  options: { accounts: { type: 'string', default: '9' }, help: { type: 'boolean' } },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}
const accounts = Number(values.accounts)

const startedAt = Date.now()
const replies: Replies = { written: [], counts: {} }
const site = await startHostileSite()
const receiver = await startWebhookSink()
const home = await mkdtemp(join(tmpdir(), 'gleaner-canaries-'))
console.log(`${describeMachine()}\n`)
try {
  const fleet = await startFleet({
    home,
    port: 0,
    env: {
      ...process.env,
      DATABASE_URL: undefined,
      REDIS_URL: undefined,
      LOG_LEVEL: 'trace',
      EGRESS_ALLOW: [site.host, new URL(receiver.url).host].join(),
    },
  })
  try {
    const redis = await listenToRedis(fleet)
    await plant(fleet, receiver)
    // What is written late: uses, counts, webhooks.
    await sleep(5_000)
    redis.stop()
    const told = receiver.deliveries.map((each) => ({
      place: 'a webhook',
      bytes: Buffer.from(JSON.stringify(each)),
    }))
    const everything = await everythingWritten(fleet)
    report([
      ...replies.written,
      ...told,
      ...redis.commands(),
      ...everything,
      ...(await writtenElsewhere(home, startedAt)),
    ])
  } finally {
    await fleet.stop()
  }
} finally {
  site.close()
  await receiver.close()
  await rm(home, { recursive: true, force: true, maxRetries: 20 })
}

async function plant({ info }: Fleet, { url: webhookUrl, answerNext }: WebhookSink): Promise<void> {
  const pool = createPool({ url: info.database_url, max: 2 })
  const open = async () =>
    createClient({ base: info.base_url, ws: info.ws_base_url }, await openAccount(pool), replies)
  const places = { host: site.host, webhookUrl }
  // So that some are still waiting to be sent again.
  answerNext(...Array.from({ length: 10 * accounts }, () => ({ kind: 'status', status: 500 }) as const))
  try {
    for (let at = 0; at < REFUSED_ACCOUNTS; at++) await beRefused(await open(), places, bodiesOf(at))
    for (let at = 0; at < accounts; at++) await useSessions(await open(), places, { at, of: accounts })
  } finally {
    await pool.end()
  }
}

function report(written: Written[]): void {
  for (const [place, count] of Object.entries(replies.counts).sort())
    console.log(`${String(count).padStart(5)}  ${place}`)
  const control = Buffer.from(CONTROL)
  const shown = written.filter(({ bytes }) => bytes.includes(control)).length
  const found = findCanaries(written)
  const megabytes = Math.round(written.reduce((sum, { bytes }) => sum + bytes.length, 0) / 1024 ** 2)
  const count = (who: RegExp) => plantedBy(who).toLocaleString('en')
  console.log(`
${count(/caller$/)} secrets brought, ${count(/refused/)} in refused requests, ${count(/site/)} set by the site
looked for in ${written.length.toLocaleString('en')} places of ${megabytes} MB; the names of the sessions, which are no secrets, were found in ${shown}
found in ${found.length}`)
  for (const { by, place, around } of found.slice(0, 40))
    console.log(`  by ${by}, in ${JSON.stringify([place, around])}`)
  process.exitCode = found.length > 0 || shown === 0 ? 1 : 0
}
