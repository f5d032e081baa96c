import type { ServiceDeps } from '@gleaner/runtime'
import { expireSessions, runValidations, type ValidationsContext } from '@gleaner/sessions'

/** A run that writes down which sessions have expired, validates those whose uses failed, and brings back validations that got stuck. */
export function createSessionsRun(
  ctx: ValidationsContext,
  { logger, metrics }: Pick<ServiceDeps, 'logger' | 'metrics'>,
): () => Promise<void> {
  const counter = metrics.counter('gleaner_sessions_tended_total')
  return async () => {
    const expired = await expireSessions(ctx.pool)
    const done = { expired, ...(await runValidations(ctx)) }
    for (const [what, count] of Object.entries(done)) counter.inc({ what }, count)
    if (Object.values(done).some((count) => count > 0)) logger.info(done, 'sessions were tended')
  }
}
