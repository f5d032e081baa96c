import { ApiError, HEADERS } from '@gleaner/contracts'
import { type FinishedJob, frameResult, presentBilling, presentHeaders, presentResult } from '@gleaner/jobs'
import type { Response } from 'express'
import type { Context } from './context.ts'
import type { AnyCall } from './handler.ts'
import { sendJsonText } from './send-json-text.ts'

type Reply = Pick<AnyCall, 'response' | 'signal'>

/** Replies with what a finished job delivered; throws its error when it failed. */
export async function sendFinished(
  ctx: Pick<Context, 'pages'>,
  reply: Reply,
  job: FinishedJob,
): Promise<void> {
  if (job.row.status === 'completed') return await sendResult(ctx, reply, job)
  throwFailure(job)
}

/** The error that a job has ended with. */
export function throwFailure({ row }: FinishedJob): never {
  const { code, message, details } = row.error!
  throw new ApiError(code, message, { ...details, billing: presentBilling(row) })
}

/** The 200 of a scrape, with its facts in headers. */
export async function sendResult(
  ctx: Pick<Context, 'pages'>,
  { response, signal }: Reply,
  job: FinishedJob,
): Promise<void> {
  tellFacts(response, job)
  if (job.pageBytes) return await ctx.pages.send(response, job, frameResult(job), signal)
  sendJsonText(response, presentResult(job))
}

/** What a delivery took, in headers. */
export function tellFacts(response: Response, { row }: FinishedJob): void {
  const facts = presentHeaders(row)
  response.setHeader(HEADERS.credits, facts.credits)
  response.setHeader(HEADERS.tier, facts.tier)
  response.setHeader(HEADERS.savings, facts.savings)
  response.setHeader(HEADERS.bytes, facts.bytes)
  response.setHeader(HEADERS.cached, String(facts.cached))
}
