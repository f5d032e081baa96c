import { setTimeout as sleep } from 'node:timers/promises'
import type { DevInfo } from '@gleaner/devstack/dev-info'
import { type Answer, getApi, postScrape } from '../lib/api.ts'

/** What became of one request of a client that does not give up. */
export interface OperationResult {
  /** The first answer: `200`, `202`, an error code, or `cut` when the connection broke. */
  first: string
  /** `correct`, `wrong`, an error code that no repeating helps, or `lost` when no end came. */
  end: string
  firstMs: number
  endMs: number
  costMicros: number
  jobId: string | undefined
  /** The error's own words, when the end is an error. */
  message: string
}

export interface Operation {
  path: string
  sync: boolean
  tier?: string
}

interface ScrapeReply {
  url: string
  status_code: number
  content: { markdown: string }
  billing: { total_cost: number }
}

const PATIENCE_MS = 120_000
const PAUSE_MS = 500
const SHORTEST_PAGE = 300
// Answers after which a careful client repeats the request with the same Idempotency-Key.
const REPEAT = new Set([
  'cut',
  'QUEUE_UNAVAILABLE',
  'SERVICE_UNAVAILABLE',
  'INTERNAL',
  'IDEMPOTENCY_IN_PROGRESS',
])

/** Scrapes one page: repeats what was cut off or refused for a moment, polls what was only accepted. */
export async function runOperation(
  info: () => Promise<DevInfo>,
  operation: Operation,
  key: string,
): Promise<OperationResult> {
  const started = Date.now()
  const deadline = started + PATIENCE_MS
  const result: OperationResult = {
    first: '',
    end: 'lost',
    firstMs: 0,
    endMs: 0,
    costMicros: 0,
    jobId: undefined,
    message: '',
  }
  while (Date.now() < deadline) {
    const answer = await order(await info(), operation, key)
    const name = nameOf(answer)
    if (!result.first) Object.assign(result, { first: name, firstMs: Date.now() - started })
    if (!REPEAT.has(name)) {
      const last = answer?.status === 202 ? await poll(info, idOf(answer), deadline) : answer
      finish(result, await info(), operation, last)
      break
    }
    await sleep(PAUSE_MS)
  }
  result.endMs = Date.now() - started
  return result
}

/** Undefined when the connection broke. */
async function order(
  info: DevInfo,
  { path, sync, tier }: Operation,
  key: string,
): Promise<Answer | undefined> {
  const costControls = tier ? { cost_controls: { force_tier: tier } } : {}
  const body = {
    url: `${info.sample_site}${path}`,
    formats: ['markdown'],
    sync,
    timeout: 60,
    ...costControls,
  }
  return postScrape(info, body, { 'idempotency-key': key }).catch(() => undefined)
}

async function poll(info: () => Promise<DevInfo>, id: string, deadline: number): Promise<Answer | undefined> {
  while (Date.now() < deadline) {
    const answer = await getApi(await info(), `/jobs/${id}`).catch(() => undefined)
    if (answer && answer.status < 500) {
      const job = JSON.parse(answer.text)
      if (answer.status !== 200) return answer
      if (job.status === 'completed')
        return { ...answer, text: JSON.stringify({ job_id: id, ...job.result }) }
      if (job.status === 'failed') return { ...answer, status: 422, text: JSON.stringify(job) }
    }
    await sleep(PAUSE_MS)
  }
  return undefined
}

function finish(
  result: OperationResult,
  info: DevInfo,
  { path }: Operation,
  answer: Answer | undefined,
): void {
  if (!answer) return
  result.jobId = idOf(answer)
  if (answer.status !== 200) {
    result.end = nameOf(answer)
    result.message = answer.text.slice(0, 400)
    return
  }
  const reply = JSON.parse(answer.text) as ScrapeReply
  const isRight = reply.url === `${info.sample_site}${path}` && reply.status_code === 200
  result.end = isRight && reply.content.markdown.length > SHORTEST_PAGE ? 'correct' : 'wrong'
  result.costMicros = Math.round(reply.billing.total_cost * 1e6)
}

function nameOf(answer: Answer | undefined): string {
  if (!answer) return 'cut'
  if (answer.status === 200 || answer.status === 202) return String(answer.status)
  try {
    return String(JSON.parse(answer.text).error)
  } catch {
    return `${answer.status} without a code`
  }
}

const idOf = (answer: Answer): string => String(JSON.parse(answer.text).job_id ?? JSON.parse(answer.text).id)
