import type { Tier } from '@gleaner/contracts'
import { messageIdOf } from '@gleaner/jobs'
import {
  createHandover,
  type FairSemaphore,
  lineBounds,
  type Producer,
  type QueueName,
  type ScrapeTask,
  scrapeQueueOf,
  type Ticket,
  TryLater,
} from '@gleaner/queue'
import { placeOf, type Resource, type SharedKind } from '@gleaner/queue/work'
import { type Logger, sleep } from '@gleaner/runtime'
import type { BulkGate } from './bulk-gate/bulk-gate.ts'
import type { HostLimiter } from './host-limiter.ts'

/** Gives an attempt what it needs before it may start: a slot of the workers, a permit for its target host, a place where it asks a model. */
export interface Permits {
  /** Acquires all, or throws TryLater: the message is brought forward when its account's turn has come. */
  acquire(task: ScrapeTask, tier: Tier): Promise<AttemptPermits>
  /** The same for other work of a tier. */
  acquireFor(work: WaitingWork, tier: Tier): Promise<AttemptPermits>
  /** Renews what this process holds; to be called more often than every lease of the semaphore. */
  renew(): Promise<void>
}

/** Work that wants permits, and its message. */
export interface WaitingWork {
  /** Of work that is no attempt of a job: it needs one of the kind's places as well. */
  kind?: SharedKind
  accountId: string
  /** A model of the account's will be asked: it needs a place for that as well. */
  asksModel?: boolean | undefined
  /** Hosts (and ports) that will be requested; the gap between two requests is kept at the last one. */
  hosts: readonly string[]
  /** In milliseconds since 1970. */
  deadlineAt: number
  bulk?: boolean | undefined
  /** The line that it belongs to, of which it needs a permit as well. */
  line?: Resource | undefined
  queue: QueueName
  messageId: string
}

/** Disposing releases all that is left. */
export interface AttemptPermits extends Disposable {
  /** The first request is sent now. */
  begin(): Promise<void>
  /** Waits until another request of the same attempt may begin: a gap of the line after all that have begun. */
  keepGap(signal: AbortSignal): Promise<void>
  /** The hosts have responded: another request may be sent to them. */
  releaseHost(): void
  /** Only a model is waited for from here on: another job may have the slot. */
  releaseSlot(): void
}

export interface PermitsDeps {
  semaphore: FairSemaphore
  hosts: HostLimiter
  producer: Pick<Producer, 'bringForward'>
  bulkGate: Pick<BulkGate, 'noteSingles'>
  /** Resource of the slots that a tier's jobs take; tiers that share a browser share its pages. */
  slotsOf(tier: Tier): Resource
  /** The same of the places for models that are asked. */
  modelsOf(tier: Tier): Resource
  logger: Logger
}

/**
 * Jobs of one account never keep another's from starting: slots and hosts are shared by turns, and one account leaves
 * some of both free. A job that has to wait holds nothing, and is woken instead of asking again and again.
 */
export function createPermits({
  semaphore,
  hosts,
  producer,
  bulkGate,
  slotsOf,
  modelsOf,
  logger,
}: PermitsDeps): Permits {
  const onError = (error: unknown) => logger.warn({ err: error }, 'permits could not be handed on')

  const { release, renew } = createHandover({ semaphore, producer, onError })

  async function acquireFor(work: WaitingWork, tier: Tier): Promise<AttemptPermits> {
    // Past its deadline it needs no permit: it only has to be ended.
    if (work.deadlineAt <= Date.now()) return NONE_NEEDED
    const ticket = ticketFor(work, tier)
    const acquired = await semaphore
      .acquire(ticket, work.hosts.length === 0 ? 0 : hosts.gapMs, work.bulk)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'fair shares and host limits cannot be kept while Redis is away')
        // A line's bounds were promised to somebody.
        if (work.line !== undefined) throw new TryLater(AFTER_FAILURE_MS)
        return undefined
      })
    switch (acquired?.kind) {
      case undefined:
        return NONE_NEEDED
      case 'granted':
        if (acquired.besideSingles) bulkGate.noteSingles()
        return permitsOf(ticket, work, tier)
      case 'closed':
        throw new TryLater(acquired.ms)
      case 'waiting':
        throw new TryLater(work.deadlineAt - Date.now(), () => semaphore.isWoken(ticket))
    }
  }

  function ticketFor(work: WaitingWork, tier: Tier): Ticket {
    return {
      account: work.accountId,
      resources: [
        slotsOf(tier),
        ...(work.asksModel ? [modelsOf(tier)] : []),
        ...(work.kind === undefined ? [] : [placeOf(work.kind)]),
        ...(work.line === undefined ? [] : [work.line]),
        ...work.hosts.map(hosts.resourceOf),
      ],
      queue: work.queue,
      messageId: work.messageId,
    }
  }

  function permitsOf(ticket: Ticket, { line }: WaitingWork, tier: Tier): AttemptPermits {
    let held = ticket.resources
    const keepOnly = (...kept: Resource[]) => {
      const over = held.filter((one) => !kept.includes(one))
      held = held.filter((one) => kept.includes(one))
      if (over.length > 0) release(ticket, over)
    }
    return {
      begin: async () => {
        if (gapOf(line) > 0) await semaphore.begin(line!).catch(onError)
      },
      keepGap: (signal) => keepGap(line, signal),
      releaseHost: () => keepOnly(slotsOf(tier), modelsOf(tier)),
      releaseSlot: () => keepOnly(modelsOf(tier)),
      [Symbol.dispose]: () => keepOnly(),
    }
  }

  /** Redis may be away: the gap is kept alone then. */
  async function keepGap(line: Resource | undefined, signal: AbortSignal): Promise<void> {
    const gapMs = gapOf(line)
    if (gapMs > 0) await sleep(await semaphore.reserve(line!).catch(() => gapMs), signal)
  }

  const acquire: Permits['acquire'] = (task, tier) => acquireFor(workOf(task, tier), tier)
  return { acquire, acquireFor, renew }
}

function workOf(task: ScrapeTask, tier: Tier): WaitingWork {
  const { jobId, accountId, asksModel, host, deadlineAt, bulk, line } = task
  const hosts = host === null ? [] : [host]
  return {
    accountId,
    asksModel,
    hosts,
    deadlineAt,
    bulk,
    // One that bounds requests was named by `lineName`.
    line: host === null || !line || !lineBounds(line) ? undefined : (line as Resource),
    queue: scrapeQueueOf(tier),
    messageId: messageIdOf(jobId, tier),
  }
}

const AFTER_FAILURE_MS = 1_000

/** In milliseconds. */
function gapOf(line: Resource | undefined): number {
  return line === undefined ? 0 : (lineBounds(line)?.gapMs ?? 0)
}

const NONE_NEEDED: AttemptPermits = {
  begin: async () => {},
  keepGap: async () => {},
  releaseHost: () => {},
  releaseSlot: () => {},
  [Symbol.dispose]: () => {},
}
