import { intField } from '@gleaner/runtime'

/** Setting of whoever starts work on a host, or puts it on a queue. */
export const hostFields = {
  DOMAIN_CONCURRENCY: intField({ min: 1, max: 10_000, fallback: 20 }).describe(
    'requests at once to one host',
  ),
}
