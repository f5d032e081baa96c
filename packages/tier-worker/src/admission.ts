import type { Tier } from '@gleaner/contracts'
import { messageIdOf } from '@gleaner/jobs'
import {
  type FairSemaphore,
  type Producer,
  type ScrapeQueue,
  type ScrapeTask,
  scrapeQueueOf,
  type Ticket,
  TryLater,
} from '@gleaner/queue'
import type { Logger } from '@gleaner/runtime'

/** What an attempt needs before it may start: a slot of the workers, and a permit at the host that it asks. */
export interface Admission {
  /** Lets a job in, or throws TryLater: it is brought back when its account's turn has come. */
  enter(task: ScrapeTask, tier: Tier): Promise<Admitted>
  /** Lets nobody ask the host for so long, in milliseconds, unless that is longer than the operator waits. */
  pauseHost(host: string, retryAfterMs: number): Promise<void>
  /** Keeps what this process holds; to be called more often than every lease of the semaphore. */
  renew(): Promise<void>
}

export interface Admitted extends Disposable {
  /** The host has answered: another request may be sent to it. Disposing gives the slot back as well. */
  leaveHost(): void
}

export interface AdmissionDeps {
  semaphore: FairSemaphore
  producer: Pick<Producer, 'bringForward'>
  /** Resource of the slots that a tier's jobs take; tiers that share a browser share its pages. */
  slotsOf(tier: Tier): string
  /** Least time between the starts of two requests to one host, in milliseconds. */
  gapMs: number
  /** A host's Retry-After up to this long is waited for by everybody, in milliseconds; a longer one is a refusal. */
  maxRetryAfterMs: number
  logger: Logger
}

/**
 * Jobs of one account never keep another's from starting: slots and hosts are shared by turns, and one account leaves
 * some of both free. A job that has to wait holds nothing, and is woken instead of asking again and again.
 */
export function createAdmission({
  semaphore,
  producer,
  slotsOf,
  gapMs,
  maxRetryAfterMs,
  logger,
}: AdmissionDeps): Admission {
  const onError = (error: unknown) => logger.warn({ err: error }, 'permits could not be handed on')

  async function enter(task: ScrapeTask, tier: Tier): Promise<Admitted> {
    // Its time is over: it needs no permit to be told so.
    if (task.deadlineAt <= Date.now()) return FREE
    const ticket = ticketFor(task, tier)
    const acquired = await semaphore
      .acquire(ticket, task.host === null ? 0 : gapMs)
      .catch((error: unknown) => {
        logger.warn({ err: error }, 'fair shares and host limits cannot be kept while Redis is away')
        return undefined
      })
    switch (acquired?.kind) {
      case undefined:
        return FREE
      case 'granted':
        return admitted(ticket)
      case 'closed':
        throw new TryLater(acquired.ms)
      case 'waiting':
        throw new TryLater(task.deadlineAt - Date.now(), () => semaphore.isWoken(ticket))
    }
  }

  function ticketFor({ jobId, accountId, host }: ScrapeTask, tier: Tier): Ticket {
    const slots = slotsOf(tier)
    return {
      account: accountId,
      resources: host === null ? [slots] : [slots, hostResource(host)],
      queue: scrapeQueueOf(tier),
      messageId: messageIdOf(jobId, tier),
    }
  }

  /** Permits are given back in passing: the page need not wait for it, and a lost word costs only the lease. */
  function admitted(ticket: Ticket): Admitted {
    const [slots, host] = ticket.resources
    return {
      leaveHost: () => host && giveBack(ticket, [host]),
      [Symbol.dispose]: () => giveBack(ticket, [slots!]),
    }
  }

  function giveBack(ticket: Ticket, resources: readonly string[]): void {
    semaphore.release(ticket, resources).then(wake).catch(onError)
  }

  async function wake(tickets: readonly Ticket[]): Promise<void> {
    for (const ticket of tickets) {
      const exists = await producer.bringForward(ticket.queue as ScrapeQueue, ticket.messageId)
      // Its job has ended meanwhile: the next one in line gets what it was given.
      if (!exists) giveBack(ticket, ticket.resources)
    }
  }

  return {
    enter,
    renew: async () => wake(await semaphore.renew()),
    async pauseHost(host, retryAfterMs) {
      if (retryAfterMs <= 0 || retryAfterMs > maxRetryAfterMs) return
      await semaphore.closeFor(hostResource(host), retryAfterMs)
    },
  }
}

const FREE: Admitted = { leaveHost: () => {}, [Symbol.dispose]: () => {} }

function hostResource(host: string): string {
  return `host:${host}`
}
