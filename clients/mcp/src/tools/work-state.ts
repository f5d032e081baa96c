import { z } from 'zod'
import { remedyOf } from '../errors/tell-error.ts'
import { withoutUnseen } from '../reply/quote-page.ts'
import type { Reply } from '../reply/reply.ts'
import { Credits } from './fields.ts'
import type { ToolCall } from './tool.ts'
import { type Work, writeWorkId } from './work-id.ts'

const Count = z.number().int()
const Time = z.iso.datetime()

const Skipped = z.object({
  index: Count.describe('Its place in urls, from 0.'),
  message: z.string().describe('What is wrong with it.'),
})

export const Failure = z.object({
  code: z.string().describe('The code of the error.'),
  message: z.string().describe('What is wrong.'),
  remedy: z.string().describe('What to do about it.'),
})
export type Failure = z.output<typeof Failure>

/** How far a work is. */
export const WorkState = z.object({
  work_id: z.string().describe('Send it as id to check_work, list_results and cancel_work.'),
  kind: z.enum(['batch', 'crawl', 'job']).describe('What it is; a job is one page.'),
  status: z
    .string()
    .describe('As the API calls it: pending, discovering, running, completed, failed, cancelled …'),
  ended: z.boolean().describe('Whether nothing more comes.'),
  total: Count.describe('Pages that were taken on so far.'),
  completed: Count.describe('Pages that were delivered.'),
  failed: Count.describe('Pages that failed; nothing is charged for them.'),
  credits_charged: Credits,
  created_at: Time.describe('When it was begun.'),
  ended_at: Time.optional().describe('When it had ended; its pages can be read for a day from then on.'),
  skipped: z
    .array(Skipped)
    .optional()
    .describe('Of a batch: addresses that were left out, as they cannot be fetched at all.'),
  waits_for: z.string().optional().describe('Why a crawl has stopped for now; it goes on by itself.'),
  error: Failure.optional().describe('Why it has failed.'),
  attempts: z
    .array(
      z.object({
        tier: z.string().describe('How it was fetched.'),
        result: z.string().describe('success or failed.'),
        error: z.string().optional().describe('Why it failed.'),
      }),
    )
    .optional()
    .describe('Of one page: how it was tried to fetch it.'),
})
export type WorkState = z.output<typeof WorkState>

/** Reads how far a work is. */
export async function getState(
  { client, signal }: Pick<ToolCall, 'client' | 'signal'>,
  work: Work,
): Promise<WorkState> {
  switch (work.kind) {
    case 'batch':
      return oneBatch(
        work,
        await client.batches.get(work.id, { include_results: false, include_items: false }, { signal }),
      )
    case 'crawl':
      return manyPages(work, await client.crawls.get(work.id, { include_results: false }, { signal }))
    case 'job':
      return onePage(await client.jobs.get(work.id, { signal }))
  }
}

/** Statuses of batches and crawls that still go on. */
const OPEN: ReadonlySet<string> = new Set(['pending', 'processing', 'discovering', 'running'])

interface ManyPages {
  status: string
  total: number
  completed: number
  failed: number
  credits_used: number
  created_at: string
  completed_at: string | null
  paused_reason?: string | null
  error?: string
}

function manyPages(work: Work, page: ManyPages): WorkState {
  const { status, total, completed, failed, credits_used, paused_reason, error } = page
  return {
    work_id: writeWorkId(work),
    kind: work.kind,
    status,
    ended: !OPEN.has(status),
    total,
    completed,
    failed,
    credits_charged: credits_used,
    created_at: page.created_at,
    ...(page.completed_at !== null && { ended_at: page.completed_at }),
    ...(paused_reason && { waits_for: paused_reason }),
    ...(error !== undefined && { error: failureOf('ALL_TIERS_FAILED', error) }),
  }
}

/** Of what was begun, and could not be looked at since. */
export function stateUnseen(work: Work): WorkState {
  const created_at = new Date().toISOString()
  const none = { total: 0, completed: 0, failed: 0, credits_used: 0, completed_at: null }
  return manyPages(work, { status: 'pending', created_at, ...none })
}

function oneBatch(
  work: Work,
  { skipped = [], ...batch }: ManyPages & { skipped?: z.output<typeof Skipped>[] },
): WorkState {
  return {
    ...manyPages(work, batch),
    ...(skipped.length > 0 && { skipped: skipped.map(({ index, message }) => ({ index, message })) }),
  }
}

interface OnePage {
  id: string
  status: string
  created_at: string
  completed_at?: string
  error?: string
  error_code?: string
  error_details?: { billing?: Billing }
  result?: { billing?: Billing }
}
interface Billing {
  total_credits: number
  escalations?: { tier: string; result: string; error?: string }[]
}

function onePage({
  id,
  status,
  created_at,
  completed_at,
  error,
  error_code,
  error_details,
  result,
}: OnePage): WorkState {
  const billing = result?.billing ?? error_details?.billing
  return {
    work_id: id,
    kind: 'job',
    status,
    ended: status === 'completed' || status === 'failed',
    total: 1,
    completed: status === 'completed' ? 1 : 0,
    failed: status === 'failed' ? 1 : 0,
    credits_charged: billing?.total_credits ?? 0,
    created_at,
    ...(completed_at !== undefined && { ended_at: completed_at }),
    ...(status === 'failed' && { error: failureOf(error_code ?? 'INTERNAL', error ?? 'It failed.') }),
    ...(billing?.escalations && {
      attempts: billing.escalations.map(({ tier, result, error }) => ({
        tier: String(tier),
        result,
        ...(error && { error: withoutUnseen(error).slice(0, 500) }),
      })),
    }),
  }
}

export function failureOf(code: string, message: string): Failure {
  return { code, message: withoutUnseen(message).slice(0, 1_000), remedy: remedyOf(code) }
}

/** What a tool replies that has begun it. */
export function begunReply(state: WorkState): Reply<WorkState> {
  return { ...stateReply(state), isError: state.error !== undefined }
}

/** A state in words, with the tool that comes next. */
export function stateReply(state: WorkState): Reply<WorkState> {
  const { work_id, kind, ended, waits_for, error } = state
  const next = ended
    ? kind === 'job'
      ? `Read it with read_page and job_id ${work_id}.`
      : `Read the pages with list_results and id ${work_id}.`
    : `Call check_work with id ${work_id} again in a few seconds; list_results shows what is there already.`
  return {
    structured: state,
    says: [
      ...(state.skipped ?? []).map(({ index, message }) => `urls[${index}] was left out: ${message}`),
      sayState(state),
      ...(waits_for ? [`It waits: ${waits_for}. It goes on by itself.`] : []),
      ...(error ? [`${error.code}: ${error.message}`, `What to do: ${error.remedy}`] : []),
      ...(state.attempts ?? []).map(
        ({ tier, result, error }) => `- tier ${tier}: ${result}${error ? `, ${error}` : ''}`,
      ),
      ...(error && kind === 'job' ? [] : [next]),
    ],
  }
}

export function sayState({ work_id, status, completed, total, failed, credits_charged }: WorkState): string {
  return `work_id ${work_id}: ${status}. ${completed} of ${total} pages are there, ${failed} have failed, ${credits_charged} credits were charged.`
}
