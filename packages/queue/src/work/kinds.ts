import { LIMITS } from '@gleaner/contracts/limits'

/** What one kind of work may take of the service, altogether and for one account. */
export interface WorkRow {
  /** Where its places are counted: in Redis, over all processes (`fair-semaphore.ts`), or in each process (`places.ts`). */
  counted: 'fleet' | 'process'
  /** Places that one process has; `given`: whoever opens them says how many (a setting, the cores, the memory). */
  places: number | 'given'
  /** Of so many places those that one account may hold. */
  share: (places: number) => number
  /** Most of it that one account may have unfinished; beyond it a request is a 429. Text: what else bounds it. */
  unfinished: number | string
  /** Longest time that a place is held, in ms; then the work is aborted. */
  longestMs: number
  /** Longest time that it may wait for a place, in ms, where a caller waits with it. */
  longestWaitMs?: number
  /** Who decides how long it takes: somebody outside, who may be silent for as long as we let them, or we. */
  heldBy: 'outsider' | 'us'
}

/** A quarter is kept for accounts that hold none, and of the rest one account takes two thirds: the rule of the fair semaphore. */
const half = (places: number) =>
  Math.max(1, Math.ceil((2 * (places - Math.max(1, Math.floor(places / 4)))) / 3))
const allButOne = (places: number) => Math.max(1, places - 1)
const all = (places: number) => places
const most = (share: number) => (places: number) => Math.min(share, places)

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LONGEST_JOB_MS = LIMITS.timeBudgetSeconds.max * SECOND

/** Longest a single file of a site takes with its two further tries, and all sitemaps or feeds of a site. */
const ROBOTS_MS = 200 * SECOND
const SITEMAPS_MS = 10 * MINUTE

const OPEN_JOBS = 'what is open of an account is held of its balance'
const BY_CALLER = 'the requests that an account may have open at once'

/**
 * Every kind of work that is done for an account. Whatever runs for one takes a place of its row first: no place can be taken without
 * one, and the suites of fair shares want a hostile account for each.
 */
export const WORK = {
  /** An attempt of a job at a tier. */
  attempt: row('fleet', 'given', half, OPEN_JOBS, LONGEST_JOB_MS, 'outsider'),
  /** A request to a host. */
  host: row('fleet', 'given', half, OPEN_JOBS, LONGEST_JOB_MS, 'outsider'),
  /** A page in a browser of this process: the slots of its tier have shared them out. */
  'browser-page': row('process', 'given', all, OPEN_JOBS, LONGEST_JOB_MS, 'outsider'),
  /** An attempt in a process of its own (with a browser), where all jobs of a worker go that was lost. */
  'isolated-attempt': row('process', 2, most(1), OPEN_JOBS, LONGEST_JOB_MS, 'outsider'),
  /** Memory for large bodies while they arrive; a place is a byte. */
  'body-memory': row(
    'process',
    'given',
    (bytes) => Math.floor(bytes / 2),
    OPEN_JOBS,
    LONGEST_JOB_MS,
    'outsider',
  ),
  /** A page that is read in a thread. */
  parsing: row('process', 'given', allButOne, OPEN_JOBS, 2 * MINUTE, 'us'),
  /** A document, or a very large page, that is read in a process. */
  'parsing-documents': row('process', 'given', allButOne, OPEN_JOBS, 2 * MINUTE, 'us'),

  /** Looking at the site of a new crawl: its robots.txt, its sitemaps. */
  'crawl-discovery': row(
    'process',
    32,
    most(4),
    LIMITS.crawlsAtOnce,
    SITEMAPS_MS + 2 * ROBOTS_MS,
    'outsider',
  ),
  /** The robots.txt of a host that a crawl has come to. */
  'crawl-robots': row('process', 64, most(8), 64, ROBOTS_MS, 'outsider'),
  /** The feeds that the start page of a crawl names. */
  'crawl-feeds': row('process', 16, most(4), LIMITS.crawlsAtOnce, SITEMAPS_MS + MINUTE, 'outsider'),
  /** Asking a site whether what a crawl has come to has an end. */
  'crawl-suspicion': row('process', 16, most(4), LIMITS.crawlsAtOnce, 10 * MINUTE, 'outsider'),
  /** A transaction on a crawl: a step of it, or a note of what was learned of its site. */
  'crawl-step': row('process', 6, half, LIMITS.crawlsAtOnce, MINUTE, 'us'),

  /** A map that a caller waits for. Each may hold some 50 MB. */
  map: row('fleet', 8, half, 24, LIMITS.mapTimeoutSeconds * SECOND, 'outsider', 2 * MINUTE),
  /** The same to estimate a crawl, which is free. */
  estimate: row('fleet', 4, half, 8, 30 * SECOND, 'outsider', 2 * MINUTE),
  /** Asking a site whether a session still works, by plain requests. */
  validation: row('fleet', 8, half, 20, 30 * SECOND, 'outsider'),
  /** The same in a browser. */
  'validation-in-browser': row('fleet', 'given', half, 20, 45 * SECOND, 'outsider'),

  /** A question to the search engine. */
  search: row('process', 16, most(4), BY_CALLER, 30 * SECOND, 'outsider'),
  /** A search of the built-in index: each holds a connection. */
  'search-index': row('process', 6, most(2), BY_CALLER, 30 * SECOND, 'us'),
  /** A batch that is being accepted: each holds a connection, and those of one account would wait for each other. */
  'batch-acceptance': row('process', 4, most(1), BY_CALLER, MINUTE, 'us'),
  /** A transaction that creates something: each holds a connection, and those of one account wait for each other where they are bounded. */
  creation: row('process', 16, most(4), BY_CALLER, MINUTE, 'us'),
  /** A large reply that its caller takes: up to three pieces of 4 MB, two of them in the client's buffers. */
  reply: row('process', 12, most(4), BY_CALLER, 10 * MINUTE, 'outsider'),
  /** A piece of a stored page: Postgres unfolds the whole page for it, in 50 MB. */
  'page-piece': row('process', 2, most(1), BY_CALLER, MINUTE, 'us'),
  /** What is made for one listener of a stream: a few messages, of 1 MB at most. */
  'live-messages': row('process', 4, all, BY_CALLER, 10 * MINUTE, 'outsider'),

  /** A webhook that is sent. */
  delivery: row(
    'process',
    'given',
    half,
    'the account’s endpoints and events, in the outbox',
    10 * SECOND,
    'outsider',
  ),
} as const satisfies Record<string, WorkRow>

export type WorkKind = keyof typeof WORK
type KindWhere<Where> = {
  [K in WorkKind]: (typeof WORK)[K] extends Where ? K : never
}[WorkKind]
export type FleetKind = KindWhere<{ counted: 'fleet' }>
/** Kinds whose places are opened with their number, or without. */
export type GivenKind = KindWhere<{ counted: 'process'; places: 'given' }>
export type FixedKind = KindWhere<{ counted: 'process'; places: number }>
/** Kinds of which a caller may have so many unfinished. */
export type BoundedKind = KindWhere<{ unfinished: number }>

export const WORK_KINDS = Object.keys(WORK) as WorkKind[]

function row<
  const Counted extends WorkRow['counted'],
  const Places extends WorkRow['places'],
  const Unfinished extends WorkRow['unfinished'],
>(
  counted: Counted,
  places: Places,
  share: WorkRow['share'],
  unfinished: Unfinished,
  longestMs: number,
  heldBy: WorkRow['heldBy'],
  longestWaitMs?: number,
) {
  return { counted, places, share, unfinished, longestMs, heldBy, ...(longestWaitMs && { longestWaitMs }) }
}
