import { LIMITS } from '@gleaner/contracts/limits'
import { all, allButOne, half, most, ofFree, type WorkRow } from './work-row.ts'

const SECOND = 1_000
const MINUTE = 60 * SECOND
const LONGEST_JOB_MS = LIMITS.timeBudgetSeconds.max * SECOND

/** Longest a single file of a site takes with its two further tries, and all sitemaps or feeds of a site. */
const ROBOTS_MS = 200 * SECOND
const SITEMAPS_MS = 10 * MINUTE

/** Of the places that are free, the part that one account's deliveries may hold: so some are always left for who holds none. */
export const DELIVERIES_OF_FREE = 0.25

const OPEN_JOBS = 'what is open of an account is held of its balance'
const BY_CALLER = 'the requests that an account may have open at once'

/**
 * Every kind of work that is done for an account. Whatever runs for one takes a place of its row first: no place can be taken without
 * one, and the suites of fair shares want a hostile account for each.
 */
export const WORK = {
  /** An attempt of a job at a tier. */
  attempt: {
    counted: 'fleet',
    places: 'given',
    share: half,
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** A request to a host. */
  host: {
    counted: 'fleet',
    places: 'given',
    share: half,
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** A model of the caller's that reads a page: its address is theirs. A job that asks one holds a place from its beginning on. */
  'model-call': {
    counted: 'fleet',
    places: 'given',
    share: half,
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** The same to try a stored key. */
  'model-test': {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: BY_CALLER,
    longestMs: 30 * SECOND,
    heldBy: 'outsider',
  },
  /** A page in a browser of this process: the slots of its tier have shared them out. */
  'browser-page': {
    counted: 'process',
    places: 'given',
    share: all,
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** An attempt in a process of its own (with a browser), where all jobs of a worker go that was lost. */
  'isolated-attempt': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** Memory for large bodies while they arrive; a place is a byte. */
  'body-memory': {
    counted: 'process',
    places: 'given',
    share: (bytes) => Math.floor(bytes / 2),
    unfinished: OPEN_JOBS,
    longestMs: LONGEST_JOB_MS,
    heldBy: 'outsider',
  },
  /** A page that is read in a thread. */
  parsing: {
    counted: 'process',
    places: 'given',
    share: allButOne,
    unfinished: OPEN_JOBS,
    longestMs: 2 * MINUTE,
    heldBy: 'us',
  },
  /** A document, or a very large page, that is read in a process. */
  'parsing-documents': {
    counted: 'process',
    places: 'given',
    share: allButOne,
    unfinished: OPEN_JOBS,
    longestMs: 2 * MINUTE,
    heldBy: 'us',
  },

  /** Looking at the site of a new crawl: its robots.txt, its sitemaps. */
  'crawl-discovery': {
    counted: 'process',
    places: 32,
    share: most(4),
    unfinished: LIMITS.crawlsAtOnce,
    longestMs: SITEMAPS_MS + 2 * ROBOTS_MS,
    heldBy: 'outsider',
  },
  /** The robots.txt of a host that a crawl has come to. */
  'crawl-robots': {
    counted: 'process',
    places: 64,
    share: most(8),
    unfinished: 64,
    longestMs: ROBOTS_MS,
    heldBy: 'outsider',
  },
  /** The feeds that the start page of a crawl names. */
  'crawl-feeds': {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: LIMITS.crawlsAtOnce,
    longestMs: SITEMAPS_MS + MINUTE,
    heldBy: 'outsider',
  },
  /** Asking a site whether what a crawl has come to has an end. */
  'crawl-suspicion': {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: LIMITS.crawlsAtOnce,
    longestMs: 10 * MINUTE,
    heldBy: 'outsider',
  },
  /** A transaction on a crawl: a step of it, or a note of what was learned of its site. */
  'crawl-step': {
    counted: 'process',
    places: 6,
    share: half,
    unfinished: LIMITS.crawlsAtOnce,
    longestMs: MINUTE,
    heldBy: 'us',
  },

  /** A map that a caller waits for. Each may hold some 50 MB. */
  map: {
    counted: 'fleet',
    places: 8,
    share: half,
    unfinished: 24,
    longestMs: LIMITS.mapTimeoutSeconds * SECOND,
    heldBy: 'outsider',
    longestWaitMs: 2 * MINUTE,
  },
  /** The same to estimate a crawl, which is free. */
  estimate: {
    counted: 'fleet',
    places: 4,
    share: half,
    unfinished: 8,
    longestMs: 30 * SECOND,
    heldBy: 'outsider',
    longestWaitMs: 2 * MINUTE,
  },
  /** Asking a site whether a session still works, by plain requests. */
  validation: {
    counted: 'fleet',
    places: 8,
    share: half,
    unfinished: 20,
    longestMs: 30 * SECOND,
    heldBy: 'outsider',
  },
  /** The same in a browser. */
  'validation-in-browser': {
    counted: 'fleet',
    places: 8,
    share: half,
    unfinished: 20,
    longestMs: 45 * SECOND,
    heldBy: 'outsider',
  },

  /** A login by hand: a browser that a person holds for as long as they may. Each takes some 500 MB. */
  'manual-login': {
    counted: 'fleet',
    places: 2,
    share: half,
    unfinished: 2,
    longestMs: 15 * MINUTE,
    heldBy: 'outsider',
    longestWaitMs: MINUTE,
  },
  /** The page of such a one in its process. */
  'manual-login-page': {
    counted: 'process',
    places: 2,
    share: all,
    unfinished: 2,
    longestMs: 17 * MINUTE,
    heldBy: 'outsider',
  },

  /** A question to the search engine. */
  search: {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: BY_CALLER,
    longestMs: 30 * SECOND,
    heldBy: 'outsider',
  },
  /** A search of the built-in index: each holds a connection. */
  'search-index': {
    counted: 'process',
    places: 6,
    share: most(2),
    unfinished: BY_CALLER,
    longestMs: 30 * SECOND,
    heldBy: 'us',
  },
  /** A batch that is being accepted: each holds a connection, and those of one account would wait for each other. */
  'batch-acceptance': {
    counted: 'process',
    places: 4,
    share: most(1),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** A transaction that creates something: each holds a connection, and those of one account wait for each other where they are bounded. */
  creation: {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** A large reply that its caller takes: up to three pieces of 4 MB, two of them in the client's buffers. */
  reply: {
    counted: 'process',
    places: 12,
    share: most(4),
    unfinished: BY_CALLER,
    longestMs: 10 * MINUTE,
    heldBy: 'outsider',
  },
  /** A large reply that is made in a thread: each holds a few times its page, of up to 10 MB, for as long as a second. */
  'reply-thread': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** A large reply of an endpoint that is read and cut for an agent: each holds a few times its page, of up to 10 MB. */
  'agent-reply': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** Two screenshots that are drawn beside each other, in a process of its own. */
  'picture-comparison': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** A piece of a stored page: Postgres unfolds the whole page for it, in 50 MB. */
  'page-piece': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },
  /** Messages that are made for a listener who has room for them: a few, of 1 MB at most. */
  'live-messages': {
    counted: 'process',
    places: 16,
    share: most(4),
    unfinished: BY_CALLER,
    longestMs: MINUTE,
    heldBy: 'us',
  },

  /** A check of a monitor that is judged: its pages are compared one by one, in a thread. */
  'page-judging': {
    counted: 'process',
    places: 2,
    share: most(1),
    unfinished: LIMITS.monitors,
    longestMs: 10 * MINUTE,
    heldBy: 'us',
  },

  /** An export that is written to its destination, for a turn: the next one goes on where it has stopped. Each may hold some 100 MB. */
  export: {
    counted: 'process',
    places: 4,
    share: most(2),
    unfinished: 20,
    longestMs: 10 * MINUTE,
    heldBy: 'outsider',
  },
  /** A webhook that is sent: what is claimed is chosen in the outbox (`delivery-shares.ts` of outgoing-webhooks). */
  delivery: {
    counted: 'process',
    places: 'given',
    share: ofFree(DELIVERIES_OF_FREE),
    unfinished: 'what may wait of an account by its spend tier',
    // From connecting to the head of the answer. Source: `docs/decisions/0030-webhook-delivery.md`.
    longestMs: 10 * SECOND,
    heldBy: 'outsider',
  },
} as const satisfies Record<string, WorkRow>

export type WorkKind = keyof typeof WORK
type KindWhere<Where> = {
  [K in WorkKind]: (typeof WORK)[K] extends Where ? K : never
}[WorkKind]
export type FleetKind = KindWhere<{ counted: 'fleet' }>
/** Kinds whose places are opened with their number, or without. */
export type GivenKind = KindWhere<{ counted: 'process'; places: 'given' }>
export type FixedKind = KindWhere<{ counted: 'process'; places: number }>
/** Kinds that somebody outside may hold, and that no job's deadline ends: only `Places.with` gives places of them, which ends the work. */
export type TimedKind = Exclude<
  KindWhere<{ counted: 'process'; places: number; heldBy: 'outsider' }>,
  'isolated-attempt'
>
export type BoundedKind = KindWhere<{ unfinished: number }>

/** Kinds whose places many have of their own: a tier's workers, a host. */
export type OwnedKind = KindWhere<{ counted: 'fleet'; places: 'given' }>
export type SharedKind = Exclude<FleetKind, OwnedKind>
const OWNED = { attempt: 'slots', host: 'host', 'model-call': 'models' } as const satisfies Record<
  OwnedKind,
  string
>

/** What the fair semaphore gives permits of: places of a kind of the table, and the line of one account's work (`line.ts`). */
export type Resource = `${(typeof OWNED)[OwnedKind]}:${string}` | `work:${SharedKind}` | `line:${string}`

/** Resource of the fair semaphore that the places of a kind are; `owner`: whose they are, a host's or those of a tier's workers. */
export function placeOf(kind: SharedKind): Resource
export function placeOf(kind: OwnedKind, owner: string): Resource
export function placeOf(kind: FleetKind, owner = ''): Resource {
  return isOwned(kind) ? `${OWNED[kind]}:${owner}` : `work:${kind}`
}

function isOwned(kind: FleetKind): kind is OwnedKind {
  return kind in OWNED
}

export const WORK_KINDS = Object.keys(WORK) as WorkKind[]
