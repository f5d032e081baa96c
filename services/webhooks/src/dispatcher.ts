import type { WebhookStatus } from '@gleaner/contracts'
import type { Pool } from '@gleaner/db'
import {
  type ClaimedDelivery,
  claimDeliveries,
  type DeliveryAttempt,
  type Lane,
  RETRY_DELAYS_MS,
} from '@gleaner/outgoing-webhooks'
import { type Logger, sleep } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'
import { deliver, type PreparedDelivery } from './deliver.ts'
import { createLaneHealth } from './lane-health.ts'
import { prepareDeliveries } from './prepare-deliveries.ts'
import { createRecorder } from './recorder.ts'
import type { Sender } from './send-webhook.ts'

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
  /** Deliveries that the fleet sends to one host at once; one account alone gets half of them. */
  perHost: number
  /** Pause between looks that nobody asked for, in milliseconds. */
  pollMs: number
  retryDelaysMs?: readonly number[]
  /** For so long nobody else takes what is being sent: longer than an attempt takes with all that belongs to it. */
  leaseMs?: number
  onAttempt?: (attempt: DeliveryAttempt) => void
  onRecorded?: (states: readonly WebhookStatus[]) => void
}

const LEASE_MS = 30_000
/** What happens within such a span is done by one statement. */
const GATHER_MS = 10
/** How long Postgres may be away before it is given up to note an attempt: together with the attempt, less than the lease. */
const PATIENCE_MS = 12_000
/** Deliveries in one claim: their bodies, of 1 MB at most, are read together. */
const GROUP = 64
/** Nothing more is taken while the bodies at hand are larger than this together. */
const MAX_BYTES_AT_HAND = 64 * 1024 * 1024
/** A receiver that stalls keeps so many at once. */
const LEAST_PER_LANE = 4

/** Sends the webhooks that are due, as Postgres says; several dispatchers share the work. */
export function createDispatcher(options: DispatcherOptions): Dispatcher {
  const { pool, logger, concurrency, perHost, pollMs, sender } = options
  const { retryDelaysMs = RETRY_DELAYS_MS, leaseMs = LEASE_MS } = options
  const perLane = Math.floor(perHost / 2)
  const health = createLaneHealth({ most: perLane, least: LEAST_PER_LANE })
  const recorder = createRecorder({
    pool,
    logger,
    gatherMs: GATHER_MS,
    patienceMs: PATIENCE_MS,
    onRecorded: (states) => options.onRecorded?.(states),
  })
  const groups = new Set<Promise<void>>()
  let atHand = 0
  let bytesAtHand = 0
  let after: Lane | undefined
  let isStopping = false
  let nap = new AbortController()
  let running: Promise<void> | undefined

  async function run(): Promise<void> {
    while (!isStopping) {
      nap = new AbortController()
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
    const limit = Math.min(concurrency - atHand, GROUP)
    if (limit <= 0 || bytesAtHand > MAX_BYTES_AT_HAND) return false
    const slowLanes = health.limits()
    const claim = await claimDeliveries(pool, { after, limit, perHost, perLane, slowLanes, leaseMs })
    if (claim.isBusy) return true
    after = claim.after
    const group = sendGroup(claim.deliveries)
    groups.add(group)
    void group.finally(() => groups.delete(group))
    return claim.isMore
  }

  async function sendGroup(deliveries: readonly ClaimedDelivery[]): Promise<void> {
    if (deliveries.length === 0) return
    atHand += deliveries.length
    let left = deliveries.length
    const done = (count: number) => {
      left -= count
      atHand -= count
      wake()
    }
    try {
      const { ready, unwanted, unsigned } = await prepareDeliveries(options, deliveries)
      const unsent = [
        ...unwanted.map((delivery) => unsentAttempt(delivery, 'unwanted')),
        ...unsigned.map((delivery) => unsentAttempt(delivery, 'failed', 'It could not be signed.')),
      ]
      await Promise.all([
        ...unsent.map((attempt) => recorder.record(attempt).then(() => done(1))),
        ...ready.map((prepared) => sendOne(prepared).then(() => done(1))),
      ])
    } catch (error) {
      // They are taken again when their lease ends.
      logger.error({ err: error, deliveries: deliveries.length }, 'webhooks could not be sent')
      done(left)
    }
  }

  async function sendOne(prepared: PreparedDelivery): Promise<void> {
    bytesAtHand += prepared.body.byteLength
    try {
      const attempt = await deliver({ sender, health, retryDelaysMs }, prepared)
      options.onAttempt?.(attempt)
      await recorder.record(attempt)
    } finally {
      bytesAtHand -= prepared.body.byteLength
    }
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
