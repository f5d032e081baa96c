import { intField, settings } from '@gleaner/runtime'

/** Setting of whoever starts work on a host, or puts it on a queue. */
export const hostFields = settings('hosts', {
  DOMAIN_CONCURRENCY: intField({ min: 1, max: 10_000, fallback: 20, unit: 'requests' }).describe(
    'requests at once to one host, over all workers; one account alone gets half of them. The same for every service',
  ),
})
