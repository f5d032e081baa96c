import type { Redis } from 'ioredis'
import { QUEUE_PREFIX } from './catalog.ts'
import {
  ACQUIRE,
  BESIDE_SINGLES,
  IS_WOKEN,
  RELEASE,
  RENEW,
  RESERVE,
  WAITING,
} from './fair-semaphore-scripts.ts'
import type { Resource } from './work/index.ts'

/** Who wants permits of what, and which message is brought forward when it has them. Equal tickets are one. */
export interface Ticket {
  account: string
  /** The resources that it needs a permit of, all or none. */
  resources: Resource[]
  /** Message of the queue that waits for the permits. */
  queue: string
  messageId: string
}

export type Acquired =
  | {
      kind: 'granted'
      /** Of bulk work: single scrapes were seen on this machine a moment ago. */
      besideSingles?: true
    }
  /** It is queued, and is among the tickets that a later `release` or `renew` returns. */
  | { kind: 'waiting' }
  /** The resource is closed: ask again in so many milliseconds. */
  | { kind: 'closed'; ms: number }

/**
 * A semaphore over many named resources, shared by all processes through Redis. The permits of a resource go in turn to
 * the accounts that want them. An account alone gets half of them, and a quarter is kept for accounts that hold none, so
 * that whoever comes next finds some. Leases end the permits of a process that died.
 */
export interface FairSemaphore {
  /**
   * Takes a permit of each of the ticket's resources, or of none. Safe to repeat. With `gapMs` nobody gets a permit of the
   * last one for so long afterwards, in milliseconds. What is not `bulk` leaves a note for the bulk work of its machine.
   */
  acquire(ticket: Ticket, gapMs?: number, bulk?: boolean): Promise<Acquired>
  /** Releases permits (all that are left, unless named); returns the tickets that got them. Safe to repeat. */
  release(ticket: Ticket, resources?: readonly Resource[]): Promise<Ticket[]>
  /** Keeps the permits that this process holds and brings; to be called more often than every lease. */
  renew(): Promise<Ticket[]>
  /** Whether a waiting ticket has got its permits meanwhile. */
  isWoken(ticket: Ticket): Promise<boolean>
  /** Keeps the next start of a line for a further request of work that has its permit: in so many milliseconds it may begin. */
  reserve(line: Resource): Promise<number>
  /** Counts the gap of a line from now on: work that has its permit sends its first request only now. */
  begin(line: Resource): Promise<void>
  /** Grants no permit of the resource for so long, in milliseconds. */
  closeFor(resource: Resource, ms: number): Promise<void>
}

export interface FairSemaphoreOptions {
  /** Whose processor this process shares with others. */
  machine?: string
  /** Name of this process among those that bring permits. */
  worker: string
  /** Permits that this process brings, by resource: a resource has the sum of what living processes bring. */
  brings: Readonly<Partial<Record<Resource, number>>>
  /** Permits of every other resource. */
  defaultPermits: number
}

/** How long a permit is kept without being renewed: a killed worker blocks nobody for longer. */
export const PERMIT_LEASE_MS = 10_000

/** Key prefix of all that the semaphore keeps. */
export const FAIR_PREFIX = `${QUEUE_PREFIX}:fair:`

/** How long bulk work makes room after a single scrape has begun or ended: pauses between those of one caller are shorter. */
export const SINGLES_LINGER_MS = 300

interface ScriptedRedis extends Redis {
  fairAcquire(prefix: string, ...args: (string | number)[]): Promise<number>
  fairRelease(prefix: string, ...args: (string | number)[]): Promise<string[]>
  fairRenew(prefix: string, ...args: (string | number)[]): Promise<string[]>
  fairReserve(prefix: string, ...args: (string | number)[]): Promise<number>
  fairIsWoken(prefix: string, ...args: (string | number)[]): Promise<number>
}

export function createFairSemaphore(connection: Redis, options: FairSemaphoreOptions): FairSemaphore {
  // As commands of their own the scripts are sent once, and then named by their digest.
  for (const [name, lua] of Object.entries({
    Acquire: ACQUIRE,
    Release: RELEASE,
    Renew: RENEW,
    Reserve: RESERVE,
    IsWoken: IS_WOKEN,
  }))
    connection.defineCommand(`fair${name}`, { numberOfKeys: 1, lua })
  const redis = connection as ScriptedRedis
  const common = [FAIR_PREFIX, PERMIT_LEASE_MS, options.defaultPermits] as const
  const brings = Object.entries(options.brings) as [Resource, number][]
  const singles = `${FAIR_PREFIX}singles:${options.machine ?? ''}`
  /** Resources that are held, by ticket. */
  const held = new Map<string, Set<string>>()

  return {
    async acquire(ticket, gapMs = 0, bulk = false) {
      const text = textOf(ticket)
      const note = bulk ? 0 : SINGLES_LINGER_MS
      const result = await redis.fairAcquire(...common, text, gapMs, singles, note)
      if (result > 0) return { kind: 'closed', ms: result }
      if (result === WAITING) return { kind: 'waiting' }
      held.set(text, new Set(ticket.resources))
      return { kind: 'granted', ...(result === BESIDE_SINGLES && { besideSingles: true }) }
    },
    async release(ticket, resources = ticket.resources) {
      const text = textOf(ticket)
      const mine = held.get(text)
      for (const resource of resources) mine?.delete(resource)
      if (mine?.size === 0) held.delete(text)
      return (await redis.fairRelease(...common, text, ...resources)).map(ticketOf)
    },
    async renew() {
      const pairs = [...held].flatMap(([text, resources]) => [...resources].flatMap((one) => [text, one]))
      const args = [options.worker, brings.length, ...brings.flat(), ...pairs]
      return (await redis.fairRenew(...common, ...args)).map(ticketOf)
    },
    reserve: (line) => redis.fairReserve(...common, line, 0),
    async begin(line) {
      await redis.fairReserve(...common, line, 1)
    },
    isWoken: async (ticket) => (await redis.fairIsWoken(...common, textOf(ticket))) === 1,
    async closeFor(resource, ms) {
      const [seconds, micros] = await redis.time()
      const openAt = Number(seconds) * 1000 + Math.floor(Number(micros) / 1000) + ms
      await redis.set(`${FAIR_PREFIX}closed:${resource}`, openAt, 'PX', ms)
    },
  }
}

/** One spelling for equal tickets: it is the member of the sets that the scripts keep. */
function textOf({ account, resources, queue, messageId }: Ticket): string {
  return JSON.stringify({ account, resources, queue, messageId })
}

function ticketOf(text: string): Ticket {
  return JSON.parse(text) as Ticket
}
