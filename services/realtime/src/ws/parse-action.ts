import { isUuid, LiveAction, toBatchId, uuidOfBatch } from '@gleaner/contracts'
import { isObject } from '@gleaner/runtime/is-object'
import type { z } from 'zod'
import { type Feed, placeOf } from '../feed/feed.ts'

/** A job, a batch or a crawl, by its UUID, or all of the account. */
export interface Target {
  kind: 'job' | 'batch' | 'crawl' | 'account'
  id: string
}

/** What a client asks for. */
export type Action =
  | { action: 'subscribe'; target: Target; after: number; results: boolean; feed?: Feed }
  | { action: 'unsubscribe'; target: Target }
  | { action: 'ping' }

/** What cannot be done, in words for whoever writes the client, and the ids that it was about. */
export interface BadAction {
  action: undefined
  message: string
  about: { job_id?: string; batch_id?: string; crawl_id?: string; feed?: string }
}

const NO_JSON = 'This is no JSON object: send for example {"action": "subscribe", "job_id": "<id of a job>"}.'
const NO_ACTION =
  'Unknown action: use "subscribe" or "unsubscribe" with a "job_id", a "batch_id", a "crawl_id" or a "feed", or "ping".'
const NO_TARGET =
  'Name what is meant: either a "job_id" (a UUID), a "batch_id" ("batch_" and a UUID), a "crawl_id" (a UUID) or "feed": "account".'
const NO_OPTION =
  'Beside a "batch_id" or "crawl_id" may stand "after" (a whole number from 0), beside "feed" a "cursor", "kinds" and "statuses", beside each "results" (true or false).'
const OPTIONS = new Set<PropertyKey | undefined>(['after', 'results', 'cursor', 'kinds', 'statuses', 'feed'])

/** Several times as long as any message that means something: hundreds of connections may send them at once. */
const MESSAGE_CHARS = 512
const TOO_LONG = `This message is longer than ${MESSAGE_CHARS} characters, and was not read.`

/** Ids are said back in errors up to this length. */
const ID_CHARS = 64

/** Reads a message of a client, which may be anything. */
export function parseAction(text: string): Action | BadAction {
  if (text.length > MESSAGE_CHARS) return bad(TOO_LONG)
  const json = parseJson(text)
  if (!isObject(json)) return bad(NO_JSON)
  const about = aboutOf(json)
  const { data, error } = LiveAction.safeParse(json)
  if (!data)
    return bad(
      error.issues.some(({ path }) => OPTIONS.has(path[0]))
        ? NO_OPTION
        : error.issues.some(({ path }) => path[0] === 'action')
          ? NO_ACTION
          : NO_TARGET,
      about,
    )
  const { action, after } = data
  if (action === 'ping') return { action }
  const target = targetOf(data)
  if (!target) return bad(NO_TARGET, about)
  if (action === 'unsubscribe') return { action, target }
  const isFeed = target.kind === 'account'
  const results = data.results ?? !isFeed
  return { action, target, after, results, ...(isFeed && { feed: feedOf(data) }) }
}

/** The ids as messages name them. */
export function nameOf({
  kind,
  id,
}: Target): { job_id: string } | { batch_id: string } | { crawl_id: string } | { feed: 'account' } {
  switch (kind) {
    case 'job':
      return { job_id: id }
    case 'batch':
      return { batch_id: toBatchId(id) }
    case 'crawl':
      return { crawl_id: id }
    case 'account':
      return { feed: 'account' }
  }
}

function feedOf({ cursor, kinds, statuses, results = false }: z.infer<typeof LiveAction>): Feed {
  return { from: placeOf(cursor), kinds, statuses, results }
}

function targetOf({ job_id, batch_id, crawl_id, feed }: z.infer<typeof LiveAction>): Target | undefined {
  const named: [Target['kind'], string | undefined][] = [
    ['job', job_id],
    ['batch', batch_id],
    ['crawl', crawl_id],
    ['account', feed],
  ]
  const [one, another] = named.filter(([, text]) => text !== undefined)
  if (!one || another) return undefined
  const [kind, text] = one
  if (kind === 'account') return { kind, id: '' }
  const id = kind === 'batch' ? uuidOfBatch(text!) : text!
  return id !== undefined && isUuid(id) ? { kind, id: id.toLowerCase() } : undefined
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function aboutOf(json: object): BadAction['about'] {
  const named = Object.entries(json).filter(([name]) => ID_FIELDS.has(name))
  return Object.fromEntries(
    named.flatMap(([name, id]) => (typeof id === 'string' ? [[name, id.slice(0, ID_CHARS)]] : [])),
  )
}

const ID_FIELDS = new Set(['job_id', 'batch_id', 'crawl_id', 'feed'])

function bad(message: string, about: BadAction['about'] = {}): BadAction {
  return { action: undefined, message, about }
}
