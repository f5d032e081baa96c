import { createKeyCheck, openConnections, POOL_SIZES } from '@gleaner/connections'
import { createDeploymentEgress } from '@gleaner/egress'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import { type DeliveryAttempt, oldestDueSeconds } from '@gleaner/outgoing-webhooks'
import { createPubSub } from '@gleaner/queue'
import { WORK } from '@gleaner/queue/work'
import { createLoop, type Service, type ServiceDeps } from '@gleaner/runtime'
import { createSecretBox } from '@gleaner/security/secret-box'
import { createLiveBlockedDomains } from '@gleaner/switches/blocked-domains'
import type { Config } from './config.ts'
import { createDispatcher } from './dispatcher.ts'
import { createSender } from './send-webhook.ts'

export { config } from './config.ts'

const REPORT_EVERY_MS = 15_000

/** Delivers webhooks: Postgres holds them, and a message over Redis says when there are new ones. */
export function createService(config: Config, deps: ServiceDeps): Service {
  const { logger, opsPort } = deps
  const {
    pool,
    checks,
    report: reportBeat,
    onError,
    close,
  } = openConnections(config, logger, { max: POOL_SIZES.webhooks })
  const pubSub = createPubSub({ redisUrl: config.REDIS_URL, onError })
  const blockedDomains = createLiveBlockedDomains(pool, config.EGRESS_BLOCKED_DOMAINS, deps)
  const egress = createDeploymentEgress(config, blockedDomains.names, [opsPort])
  const httpsOnly = config.NODE_ENV === 'production'
  const sender = createSender({ egress, httpsOnly, timeoutMs: WORK.delivery.longestMs })
  const { report, ...counting } = createReport(deps)
  const secretBox = createSecretBox(config.ENCRYPTION_KEYS)
  const keys = createKeyCheck(pool, secretBox, logger)
  const { redis, ...needed } = checks
  const dispatcher = createDispatcher({
    pool,
    secretBox,
    sender,
    logger,
    publicUrl: config.PUBLIC_URL,
    concurrency: config.WEBHOOK_CONCURRENCY,
    perHost: config.WEBHOOK_HOST_CONCURRENCY,
    pollMs: config.WEBHOOK_POLL,
    ...counting,
  })
  const reporting = createLoop({
    name: 'report-webhooks',
    everyMs: REPORT_EVERY_MS,
    logger,
    metrics: deps.metrics,
    run: async () => report(await oldestDueSeconds(pool)),
  })

  return {
    name: 'webhooks',
    checks: { ...needed, keys: keys.check },
    // Without it due webhooks are looked for unasked.
    partialChecks: { redis },
    report: reportBeat,
    async start() {
      await keys.start()
      await blockedDomains.start()
      await pubSub.subscribe(WAKE_CHANNEL, WAKE.webhooks, dispatcher.wake)
      dispatcher.start()
      reporting.start()
    },
    async stop() {
      await Promise.all([keys.stop(), dispatcher.stop(), reporting.stop(), blockedDomains.stop()])
      await Promise.all([sender.close(), egress.close(), pubSub.close()])
      await close()
    },
  }
}

/** What becomes metrics. */
function createReport({ metrics, tracer }: Pick<ServiceDeps, 'metrics' | 'tracer'>) {
  const deliveries = metrics.counter('gleaner_webhook_deliveries_total')
  const seconds = metrics.histogram('gleaner_webhook_attempt_seconds')
  const oldest = metrics.gauge('gleaner_webhook_oldest_due_seconds')
  return {
    onAttempt: (attempt: DeliveryAttempt) => {
      seconds.observe(attempt.durationMs / 1_000)
      traceAttempt(tracer, attempt)
    },
    onRecorded: (states: readonly string[]) => {
      for (const result of states) deliveries.inc({ result })
    },
    report: (seconds: number) => oldest.set(seconds),
  }
}

/** A delivery as a part of the request that asked for the work that it tells of. */
function traceAttempt(
  tracer: ServiceDeps['tracer'],
  { delivery, outcome, statusCode, startedAt, durationMs }: DeliveryAttempt,
): void {
  if (delivery.requestId === null) return
  tracer?.record({
    requestId: delivery.requestId,
    name: 'webhook',
    kind: 'client',
    startedAt: startedAt.getTime(),
    durationMs,
    attributes: {
      'gleaner.delivery_id': delivery.id,
      'gleaner.attempt': delivery.attempts + 1,
      'http.response.status_code': statusCode,
    },
    error: outcome === 'delivered' ? undefined : outcome,
  })
}
