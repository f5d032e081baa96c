import { isUuid, toBatchId, uuidOfBatch } from '@gleaner/contracts'
import { z } from 'zod'

/** A job or a batch, by its UUID. */
export interface Target {
  kind: 'job' | 'batch'
  id: string
}

/** What a client asks for. */
export type Action =
  | { action: 'subscribe'; target: Target; after: number; results: boolean }
  | { action: 'unsubscribe'; target: Target }
  | { action: 'ping' }

/** What cannot be done, in words for whoever writes the client, and the ids that it was about. */
export interface BadAction {
  action: undefined
  message: string
  about: { job_id?: string; batch_id?: string }
}

const Message = z.object({
  action: z.enum(['subscribe', 'unsubscribe', 'ping']),
  job_id: z.string().optional(),
  batch_id: z.string().optional(),
  after: z.int().min(0).max(1_000_000).default(0),
  results: z.boolean().default(true),
})

const NO_JSON = 'This is no JSON object: send for example {"action": "subscribe", "job_id": "<id of a job>"}.'
const NO_ACTION =
  'Unknown action: use "subscribe" or "unsubscribe" with a "job_id" or a "batch_id", or "ping".'
const NO_TARGET = 'Name what is meant: either a "job_id" (a UUID) or a "batch_id" ("batch_" and a UUID).'
const NO_OPTION =
  'Beside a "batch_id" may stand "after" (a whole number from 0) and "results" (true or false).'

/** Ids are said back in errors up to this length. */
const ID_CHARS = 64

/** Reads a message of a client, which may be anything. */
export function parseAction(text: string): Action | BadAction {
  const json = parseJson(text)
  if (typeof json !== 'object' || json === null || Array.isArray(json)) return bad(NO_JSON)
  const about = aboutOf(json)
  const { data, error } = Message.safeParse(json)
  if (!data)
    return bad(
      error.issues.some(({ path }) => path[0] === 'after' || path[0] === 'results')
        ? NO_OPTION
        : error.issues.some(({ path }) => path[0] === 'action')
          ? NO_ACTION
          : NO_TARGET,
      about,
    )
  const { action, after, results } = data
  if (action === 'ping') return { action }
  const target = targetOf(data)
  if (!target) return bad(NO_TARGET, about)
  return action === 'subscribe' ? { action, target, after, results } : { action, target }
}

/** The ids as messages name them. */
export function nameOf({ kind, id }: Target): { job_id: string } | { batch_id: string } {
  return kind === 'job' ? { job_id: id } : { batch_id: toBatchId(id) }
}

function targetOf({ job_id: jobId, batch_id: batchId }: z.infer<typeof Message>): Target | undefined {
  if ((jobId === undefined) === (batchId === undefined)) return undefined
  if (jobId !== undefined) return isUuid(jobId) ? { kind: 'job', id: jobId.toLowerCase() } : undefined
  const id = uuidOfBatch(batchId!)
  return id ? { kind: 'batch', id: id.toLowerCase() } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function aboutOf(json: { job_id?: unknown; batch_id?: unknown }): BadAction['about'] {
  const { job_id: jobId, batch_id: batchId } = json
  return {
    ...(typeof jobId === 'string' && { job_id: jobId.slice(0, ID_CHARS) }),
    ...(typeof batchId === 'string' && { batch_id: batchId.slice(0, ID_CHARS) }),
  }
}

function bad(message: string, about: BadAction['about'] = {}): BadAction {
  return { action: undefined, message, about }
}
