import { checkAlerts } from '@gleaner/alerts'
import type { Database } from '@gleaner/db'
import { WAKE, WAKE_CHANNEL } from '@gleaner/jobs'
import type { PubSub } from '@gleaner/queue'
import type { ServiceDeps } from '@gleaner/runtime'
import type { SecretBox } from '@gleaner/security/secret-box'

interface AlertsRun {
  db: Database
  secretBox: SecretBox
  publicUrl: string
  pubSub: Pick<PubSub, 'publish'>
}

/** A run that looks at the alert rules that are due, and wakes who delivers what they tell. */
export function createAlertsRun(
  { pubSub, ...ctx }: AlertsRun,
  { metrics }: Pick<ServiceDeps, 'metrics'>,
): (signal: AbortSignal) => Promise<void> {
  const checks = metrics.counter('gleaner_alert_checks_total')
  const alerts = metrics.counter('gleaner_alerts_total')
  return async (signal) => {
    const { checked, fired, resolved, deliveries } = await checkAlerts(ctx, signal)
    checks.inc({}, checked)
    alerts.inc({ status: 'fired' }, fired)
    alerts.inc({ status: 'resolved' }, resolved)
    if (deliveries > 0) pubSub.publish(WAKE_CHANNEL, WAKE.webhooks, '')
  }
}
