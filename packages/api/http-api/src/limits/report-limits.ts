import type { Logger, Metrics } from '@gleaner/runtime'

/** Says once, and not for every request, that Redis does not answer and so limits do not hold. */
export function reportLimits(logger: Logger, metrics: Metrics): (error: Error | undefined) => void {
  const enforced = metrics.gauge('gleaner_limits_enforced')
  enforced.set(1)
  return (error) => {
    enforced.set(error ? 0 : 1)
    if (error) logger.warn({ err: error }, 'rate limits cannot be checked: reads go on, new work is refused')
    else logger.info('rate limits are checked again')
  }
}
