import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { callApi, getApi } from '../lib/api.ts'
import { type Stack, withStack } from '../lib/stack.ts'
import { checkLedger } from './check-ledger.ts'
import { distinctVictims, killing } from './disturbances.ts'
import { type Followed, followBatch } from './follow-batch.ts'
import { type Received, type Receiver, startReceiver } from './receiver.ts'
import { inOrder, reportFaults } from './report.ts'
import { untilAnswered } from './until-answered.ts'

const URLS = 120
const PATIENCE_MS = 180_000

const VICTIMS = [
  'gateway',
  'realtime',
  'webhooks',
  'scheduler',
  'tier-1-curl',
  'tier-2-http',
  'postgres',
  'redis',
]

interface Run {
  name: string
  disturb: () => Promise<void>
}

/**
 * Batches while one process after the other is killed (twice each), with a receiver of webhooks that fails every first attempt and
 * streams that are cut at random places. Afterwards every event is counted on both sides, and the ledger is checked. `--split` runs one
 * process per service, `--only <name>` one victim. Exits with 1 at any fault.
 */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { split: { type: 'boolean' }, only: { type: 'string' } } })
  let secret = ''
  const receiver = await startReceiver(() => secret)
  try {
    await withStack({ split: values.split ?? false, env: { EGRESS_ALLOW: receiver.host } }, async (stack) => {
      const info = await stack.info()
      secret = JSON.parse((await getApi(info, '/webhooks/secret')).text).secret
      const rows: string[][] = []
      const found: string[] = []
      for (const run of runsOf(stack, info.pids, values.only)) {
        const { row, faults } = await runBatch(stack, receiver, run)
        rows.push(row)
        found.push(...faults.map((fault) => `${run.name}: ${fault}`))
        console.error(row.join(' | '))
      }
      reportFaults(HEADER, rows, found)
    })
  } finally {
    await receiver.close()
  }
}

const HEADER = [
  'run',
  'items',
  'stream: connections',
  'deliveries',
  'sent in all',
  'webhook status',
  'seconds',
  'ledger',
]

function runsOf(stack: Stack, pids: Record<string, number>, only: string | undefined): Run[] {
  return distinctVictims(VICTIMS, pids, only).map((victim) => ({
    name: `${victim} killed twice`,
    disturb: killing(stack, victim),
  }))
}

async function runBatch(
  stack: Stack,
  receiver: Receiver,
  run: Run,
): Promise<{ row: string[]; faults: string[] }> {
  const startedAt = Date.now()
  const deadline = startedAt + PATIENCE_MS
  const before = receiver.received.length
  const { batch_id, job_ids } = await createBatch(stack.info, run, receiver.url, deadline)
  const following = followBatch(stack.info, batch_id, deadline)
  for (const share of [0.2, 0.6]) await disturbAt(stack.info, batch_id, share, run.disturb, deadline)
  const followed = await following
  const webhooks = await untilDelivered(stack.info, batch_id, deadline)
  const received = receiver.received.slice(before)
  const faults = [
    ...checkItems(await readBatch(stack.info, batch_id, deadline), job_ids),
    ...checkStream(followed, job_ids.length),
    ...received.flatMap(({ isSigned, id }) => (isSigned ? [] : [`${id} is not signed`])),
  ]
  const taken = received.filter((one) => one.isTaken)
  faults.push(...checkDeliveries(taken, batch_id, job_ids))
  const ledger = await checkLedger((await stack.info()).database_url)
  faults.push(...ledger)
  const row = [
    run.name,
    String(job_ids.length),
    String(followed.connections),
    String(new Set(taken.map(({ id }) => id)).size),
    String(received.length),
    webhooks,
    ((Date.now() - startedAt) / 1_000).toFixed(1),
    inOrder(ledger),
  ]
  return { row, faults }
}

/** Asks until there is an answer, with one Idempotency-Key: there is one batch in the end. */
async function createBatch(
  info: () => Promise<DevInfo>,
  { name }: Run,
  webhookUrl: string,
  deadline: number,
) {
  const key = `${name}-${Date.now()}`.replaceAll(' ', '-')
  const answer = await untilAnswered(async () => {
    const now = await info()
    const urls = Array.from(
      { length: URLS },
      (_, index) => `${now.sample_site}${pathOf(index)}?${key}=${index}`,
    )
    const body = { urls, formats: ['markdown'], webhook_url: webhookUrl, timeout: 60 }
    return await callApi(now, 'POST', '/batch', { body, headers: { 'idempotency-key': key } })
  }, deadline)
  return JSON.parse(answer.text) as { batch_id: string; job_ids: string[] }
}

/** One in eight climbs a tier, one in twenty fails. */
function pathOf(index: number): string {
  if (index % 20 === 7) return '/empty'
  return index % 8 === 5 ? '/not-browser' : '/bench/20kb'
}

interface BatchReply {
  status: string
  total: number
  completed: number
  failed: number
  pending: number
  webhook_status: string
  items: { job_id: string; status: string }[]
}

async function readBatch(info: () => Promise<DevInfo>, id: string, deadline: number): Promise<BatchReply> {
  const answer = await untilAnswered(async () => await getApi(await info(), `/batch/${id}`), deadline)
  return JSON.parse(answer.text)
}

async function disturbAt(
  info: () => Promise<DevInfo>,
  id: string,
  share: number,
  disturb: () => Promise<void>,
  deadline: number,
): Promise<void> {
  for (;;) {
    const { total, pending } = await readBatch(info, id, deadline)
    if (total - pending >= total * share) break
    await sleep(50)
  }
  await disturb()
}

async function untilDelivered(info: () => Promise<DevInfo>, id: string, deadline: number): Promise<string> {
  for (;;) {
    const { webhook_status } = await readBatch(info, id, deadline)
    if (!['pending', 'retrying'].includes(webhook_status) || Date.now() > deadline) return webhook_status
    await sleep(500)
  }
}

function checkItems(batch: BatchReply, jobIds: string[]): string[] {
  const succeeded = batch.items.filter(({ status }) => status === 'succeeded').length
  const failed = batch.items.filter(({ status }) => status === 'failed').length
  const faults: string[] = []
  if (batch.items.map((item) => item.job_id).join() !== jobIds.join())
    faults.push('its items are not those of its creation')
  if (succeeded + failed !== jobIds.length)
    faults.push(`${jobIds.length - succeeded - failed} items have not ended`)
  if (batch.completed !== succeeded || batch.failed !== failed || batch.pending !== 0)
    faults.push(`it counts ${batch.completed} + ${batch.failed}, its items ${succeeded} + ${failed}`)
  const expected = failed === 0 ? 'completed' : 'partially_failed'
  if (batch.status !== expected) faults.push(`it is ${batch.status}, not ${expected}`)
  return faults
}

function checkStream({ events }: Followed, items: number): string[] {
  const ids = events.map(({ id }) => id)
  const isWhole = ids.length === items + 1 && ids.every((id, index) => id === index + 1)
  const faults = isWhole ? [] : [`its stream has the ids ${ids.slice(0, 200).join(' ')}`]
  const wrong = events.find(
    ({ event, data, id }) => event === 'progress' && Number(data.completed) + Number(data.failed) !== id,
  )
  return wrong ? [...faults, `event ${wrong.id} counts ${JSON.stringify(wrong.data)}`] : faults
}

/** Each event at least once, and never under two ids. */
function checkDeliveries(taken: readonly Received[], batchId: string, jobIds: string[]) {
  const faults: string[] = []
  const idsOf = (jobId: string | undefined) =>
    new Set(taken.filter((one) => one.batchId === batchId && one.jobId === jobId).map(({ id }) => id))
  const untold = jobIds.filter((jobId) => idsOf(jobId).size !== 1)
  if (untold.length > 0)
    faults.push(`${untold.length} jobs were not told under exactly one id, such as ${untold[0]}`)
  const ends = taken.filter((one) => one.batchId === batchId && one.event === 'batch.completed')
  if (new Set(ends.map(({ id }) => id)).size !== 1)
    faults.push(`batch.completed came under ${ends.length} ids`)
  return faults
}

await main()
