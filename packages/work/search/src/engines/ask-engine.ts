import { setTimeout as sleep } from 'node:timers/promises'
import { readRetryAfter } from '@gleaner/runtime/retry-after'
import { MEGABYTE } from '@gleaner/runtime/units'
import { EngineFailed } from './engine.ts'

/** An answer of some hundred results is 500 KB. */
const MOST_ANSWER_BYTES = 4 * MEGABYTE
const TRIES = 2
const PAUSE_MS = 400
/** A longer Retry-After is not waited for. */
const MOST_PAUSE_MS = 2_000

export interface Question {
  /** As it is called in errors. */
  engine: string
  url: URL
  headers?: Record<string, string>
  timeoutMs: number
  signal: AbortSignal
  /** What to do about a status, for the caller and the operator. */
  remedies?: Record<number, string>
}

export interface Asked {
  body: unknown
  headers: Headers
}

/**
 * Asks an engine at the address that the operator has set, which may be in the operator's own network. Redirects are not followed, the answer
 * is bounded in size and time, and what may pass is tried once more. Throws EngineFailed.
 */
export async function askEngine(question: Question): Promise<Asked> {
  const { engine, timeoutMs, signal } = question
  const deadline = AbortSignal.timeout(timeoutMs)
  const either = AbortSignal.any([signal, deadline])
  for (let tried = 1; ; tried++) {
    const outcome = await askOnce(question, either).catch((error: unknown): Outcome => {
      if (signal.aborted) throw error
      if (deadline.aborted) throw new EngineFailed(`${engine} did not answer in time; try again later.`)
      if (error instanceof EngineFailed) throw error
      return {
        failed: `${engine} could not be reached; try again later, or ask the operator of this server.`,
        pauseMs: PAUSE_MS,
      }
    })
    if ('body' in outcome) return outcome
    if (tried === TRIES || outcome.pauseMs === undefined) throw new EngineFailed(outcome.failed)
    await sleep(outcome.pauseMs, undefined, { signal: either }).catch(() => {
      if (!signal.aborted) throw new EngineFailed(outcome.failed)
      throw signal.reason
    })
  }
}

/** `pauseMs`: after which it may be tried again; undefined where that is of no use. */
type Outcome = Asked | { failed: string; pauseMs: number | undefined }

async function askOnce({ engine, url, headers, remedies }: Question, signal: AbortSignal): Promise<Outcome> {
  const asked = { headers: { accept: 'application/json', ...headers }, redirect: 'manual', signal } as const
  const response = await fetch(url, asked)
  const { status } = response
  if (status === 200) return { body: await readJson(response, engine), headers: response.headers }
  await response.body?.cancel().catch(() => {})
  const remedy = remedies?.[status] ?? 'try again later, or ask the operator of this server.'
  const failed = `${engine} answered with status ${status}; ${remedy}`
  const mayPass = status === 429 || status >= 500
  return { failed, pauseMs: mayPass ? pauseOf(response.headers.get('retry-after')) : undefined }
}

function pauseOf(retryAfter: string | null): number | undefined {
  const ms = readRetryAfter(retryAfter) ?? PAUSE_MS
  return ms <= MOST_PAUSE_MS ? Math.max(PAUSE_MS, ms) : undefined
}

async function readJson({ body }: Response, engine: string): Promise<unknown> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    bytes += chunk.length
    if (bytes > MOST_ANSWER_BYTES)
      throw new EngineFailed(
        `${engine} answered with more than ${MOST_ANSWER_BYTES / MEGABYTE} MB; ask for less.`,
      )
    chunks.push(chunk)
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString('utf8'))
  } catch {
    throw new EngineFailed(
      `${engine} answered with something that is not JSON; ask the operator of this server.`,
    )
  }
}

/** A field of an answer that may be anything. */
export function field(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (at, name) => (typeof at === 'object' && at !== null ? (at as Record<string, unknown>)[name] : undefined),
    value,
  )
}

/** An array of an answer; empty where there is none. */
export function list(value: unknown, ...path: string[]): unknown[] {
  const found = field(value, ...path)
  return Array.isArray(found) ? found : []
}
