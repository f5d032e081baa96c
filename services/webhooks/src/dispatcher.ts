import type { WebhookStatus } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  FIRST_POSITION,
  RETRY_DELAYS_MS,
} from '@gleaner/outgoing-webhooks'
import { type Logger, sleep } from '@gleaner/runtime'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { SecretBox } from '@gleaner/security/secret-box'
import { createAtHand } from './at-hand.ts'
import { deliver, type PreparedDelivery } from './deliver.ts'
import { createLaneHealth } from './lane-health.ts'
import { prepareDeliveries } from './prepare-deliveries.ts'
import { createRecorder } from './recorder.ts'
import type { Sender } from './send-webhook.ts'
import { TOKENS_BY_BALANCE } from './tokens-by-balance.ts'

export interface Dispatcher {
  start(): void
  /** Deliveries may be due: looks at once. */
  wake(): void
  /** Takes nothing more, and resolves once what is under way has ended and is noted. */
  stop(): Promise<void>
}

export interface DispatcherOptions {
  pool: Pool
  secretBox: SecretBox
  sender: Sender
  logger: Logger
  publicUrl: string
  /** Deliveries that this process sends at once. */
  concurrency: number
  /** Of their bodies it holds so many bytes. */
  mostBytes?: number
  /** Deliveries that the fleet sends to one host at once; one account alone gets half of them, and twice as many over all of its hosts. */
  perHost: number
  /** Pause between looks that nobody asked for, in milliseconds. */
  pollMs: number
  retryDelaysMs?: readonly number[]
  /** For so long nobody else takes what is being sent: longer than an attempt takes with all that belongs to it. */
  leaseMs?: number
  onAttempt?: (attempt: DeliveryAttempt) => void
  onRecorded?: (states: readonly WebhookStatus[]) => void
}

const BODY_GONE = 'Its body cannot be made as it was sent: the result is not kept any more.'
const LEASE_MS = 30_000
/** What happens within such a span is done by one statement. */
const GATHER_MS = 10
/** How long Postgres may be away before it is given up to note an attempt: together with the attempt, less than the lease. */
const PATIENCE_MS = 12_000
/** Deliveries in one claim: their bodies, of 1 MB at most, are read together. */
const GROUP = 64
/** Of the bodies that a process holds together. */
const MOST_BYTES = 64 * MEGABYTE
/** A body above this is read by itself, so that small ones do not wait for it. */
const LARGE_BYTES = 64 * 1024
/** A receiver that stalls keeps so many at once. */
const LEAST_PER_LANE = 4

/** Sends the webhooks that are due, as Postgres says; several dispatchers share the work. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, logger, concurrency, perHost, pollMs, sender } = options
  const { retryDelaysMs = RETRY_DELAYS_MS, leaseMs = LEASE_MS, mostBytes = MOST_BYTES } = options
  const perLane = Math.floor(perHost / 2)
  const health = createLaneHealth({ most: perLane, least: LEAST_PER_LANE })
  const recorder = createRecorder({
    pool,
    logger,
    gatherMs: GATHER_MS,
    patienceMs: PATIENCE_MS,
    onRecorded: (states) => options.onRecorded?.(states),
  })
  const atHand = createAtHand({ places: concurrency, bytes: mostBytes })
  const groups = new Set<Promise<void>>()
  let position = FIRST_POSITION
  let isStopping = false
  let nap = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!isStopping) {
      // Who wakes while accounts are looked at may mean one that was passed already.
      if (position.account === undefined) nap = new AbortController()
      const isMore = await takeSome().catch((error: unknown) => {
        logger.error({ err: error }, 'webhooks that are due could not be taken')
        return false
      })
      if (!isMore) await sleep(pollMs * (0.9 + Math.random() * 0.2), nap.signal).catch(() => {})
      await sleep(GATHER_MS)
    }
  }

  /** Takes what there is room for and sends it in the background. Whether to look again at once. */
  async function takeSome(): Promise<boolean> {
    const free = atHand.room()
    const limit = Math.min(free.places, GROUP)
    if (limit <= 0 || free.bytes <= 0) return false
    const held = atHand.held()
    const bounds = { free, held, perHost, perLane, slowLanes: health.limits(), tokens: TOKENS_BY_BALANCE }
    const claim = await claimDeliveries(pool, { position, limit, leaseMs, ...bounds })
    position = claim.position
    atHand.take(claim.deliveries)
    for (const deliveries of readTogether(claim.deliveries)) {
      const group = sendGroup(deliveries)
      groups.add(group)
      void group.finally(() => groups.delete(group))
    }
    return claim.isBusy || claim.isMore
  }

  async function sendGroup(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    const done = (delivery: ClaimedDelivery) => {
      atHand.free(delivery)
      wake()
    }
    try {
      const { ready, unwanted, unsigned, changed, bodiless } = await prepareDeliveries(options, deliveries)
      const unsent = [
        ...unwanted.map((delivery) => unsentAttempt(delivery, 'unwanted')),
        ...unsigned.map((delivery) =>
          unsentAttempt(delivery, 'failed', 'It could not be signed or addressed.'),
        ),
        ...changed.map((delivery) => unsentAttempt(delivery, 'given-up', BODY_GONE)),
        ...bodiless.map((delivery) => unsentAttempt(delivery, 'failed', 'Its body could not be made.')),
      ]
      await Promise.all([
        ...unsent.map((attempt) => recorder.record(attempt).then(() => done(attempt.delivery))),
        ...ready.map((prepared) => sendOne(prepared).then(() => done(prepared.delivery))),
      ])
    } catch (error) {
      // They are taken again when their lease ends.
      logger.error({ err: error, deliveries: deliveries.length }, 'webhooks could not be sent')
      deliveries.forEach(done)
    }
  }

  async function sendOne(prepared: PreparedDelivery): Promise<void> {
    const attempt = await deliver({ sender, health, retryDelaysMs }, prepared)
    options.onAttempt?.(attempt)
    await recorder.record(attempt)
  }

  function unsentAttempt(
    delivery: ClaimedDelivery,
    outcome: DeliveryAttempt['outcome'],
    error?: string,
  ): DeliveryAttempt {
    const retryDelayMs = retryDelaysMs[delivery.attempts] ?? 0
    return { delivery, outcome, error, startedAt: new Date(), durationMs: 0, retryDelayMs }
  }

  function wake(): void {
    nap.abort()
  }

  return {
    start() {
      running ??= run()
    },
    wake,
    async stop() {
      isStopping = true
      wake()
      await running
      await Promise.all(groups)
    },
  }
}

/** Small bodies all together, the large ones of each account apart. */
function readTogether(deliveries: readonly ClaimedDelivery[]): ClaimedDelivery[][] {
  const groups = Map.groupBy(deliveries, ({ bytes, accountId }) =>
    bytes > LARGE_BYTES ? accountId : 'small',
  )
  return [...groups.values()]
}
