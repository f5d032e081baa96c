import { TIERS, type Tier } from '@gleaner/contracts/tier'
import { z } from 'zod'

/**
 * The message to a tier: the job's id, and what its permits depend on. The job's row holds everything else, so a
 * message may be lost or delivered twice.
 */
export const ScrapeTask = z.object({
  jobId: z.uuid(),
  accountId: z.uuid(),
  /** Host (and port) that will be requested; null when none will be. */
  host: z.string().nullable(),
  /** The job's deadline, in milliseconds since 1970. */
  deadlineAt: z.number(),
  /** An item of a batch: work that nobody holds a request open for. */
  bulk: z.boolean().optional(),
  /** A model of the account's is to read its page. */
  asksModel: z.boolean().optional(),
  /** Of work with bounds of its own at its target (`line.ts`). */
  line: z.string().optional(),
})
export type ScrapeTask = z.infer<typeof ScrapeTask>

/** The message of a session's validation: its row holds everything else, so this may be lost or delivered twice. */
export const SessionValidationTask = z.object({
  validationId: z.uuid(),
  sessionId: z.uuid(),
  accountId: z.uuid(),
  /** Of the session's cookies and headers: others that replace them are not judged by this. */
  version: z.number().int(),
  /** In milliseconds since 1970. */
  deadlineAt: z.number(),
})
export type SessionValidationTask = z.infer<typeof SessionValidationTask>

/** The message of a map: its row holds everything else, so this may be lost or delivered twice. */
export const MapTask = z.object({ mapId: z.uuid() })
export type MapTask = z.infer<typeof MapTask>

/** The message of a login by hand: its row holds everything else, so this may be lost or delivered twice. */
export const ManualLoginTask = z.object({ manualLoginId: z.uuid() })
export type ManualLoginTask = z.infer<typeof ManualLoginTask>

interface QueueEntry {
  payload: z.ZodType
  /** Tries of one message before it is dropped; the sweep brings a dropped job back from Postgres. */
  attempts: number
  /** First pause between tries in milliseconds; it doubles with each. */
  backoffMs: number
}

const scrapeQueue = { payload: ScrapeTask, attempts: 8, backoffMs: 250 } satisfies QueueEntry
const validationQueue = { payload: SessionValidationTask, attempts: 8, backoffMs: 250 } satisfies QueueEntry

/** Every queue of the fleet. Producers and consumers are typed by its names; each tier has one for scrapes. */
export const QUEUES = {
  ...(Object.fromEntries(TIERS.map((tier) => [scrapeQueueOf(tier), scrapeQueue])) as Record<
    ScrapeQueue,
    typeof scrapeQueue
  >),
  'session-validation': validationQueue,
  /** What plain requests could not tell. */
  'session-validation-browser': validationQueue,
  map: { payload: MapTask, attempts: 8, backoffMs: 250 },
  'manual-login': { payload: ManualLoginTask, attempts: 8, backoffMs: 250 },
} as const satisfies Record<string, QueueEntry>

export type QueueName = keyof typeof QUEUES
export type Payload<Q extends QueueName> = z.infer<(typeof QUEUES)[Q]['payload']>
export type ValidationQueue = 'session-validation' | 'session-validation-browser'
export type ScrapeQueue = `scrape-tier-${Tier}`

export function scrapeQueueOf(tier: Tier): ScrapeQueue {
  return `scrape-tier-${tier}`
}

export const QUEUE_NAMES = Object.keys(QUEUES) as QueueName[]

/**
 * Key prefix of everything that the queue library keeps. The braces are a Redis Cluster hash tag: one queue's keys
 * must live on one node.
 */
export const QUEUE_PREFIX = '{gleaner}'
