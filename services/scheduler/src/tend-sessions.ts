import { eachAlone } from '@gleaner/db'
import type { ServiceDeps } from '@gleaner/runtime'
import { expireSessions, VALIDATION_STEPS, type ValidationsContext } from '@gleaner/sessions'

/**
 * A run that writes down which sessions have expired, validates those whose uses failed, and brings back validations that got stuck, each
 * whatever becomes of the others.
 */
export function createSessionsRun(
  ctx: ValidationsContext,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): () => Promise<void> {
  const counter = metrics.counter('gleaner_sessions_tended_total')
  const steps = { expired: () => expireSessions(ctx.pool), ...VALIDATION_STEPS }
  return async () => {
    await eachAlone(Object.entries(steps), async ([what, step]) => {
      const count = await step(ctx)
      counter.inc({ what }, count)
      if (count > 0) logger.info({ what, count }, 'sessions were tended')
    })
  }
}
