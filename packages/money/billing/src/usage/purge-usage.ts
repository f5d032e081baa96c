import { ago, expire } from '@gleaner/db'
import { DAY_MS } from '@gleaner/runtime/units'

/** Usage by the quarter of an hour after two years, by host, kind and day after 100 days, and by host in the months before the last one. The totals stay in the balance. */
export const USAGE_PURGES = [
  expire({ name: 'usage-quarters', table: 'usage_quarter', by: 'starts_at', before: ago(730 * DAY_MS) }),
  expire({
    name: 'usage-days',
    table: 'usage_day',
    by: 'day',
    before: "(now() AT TIME ZONE 'UTC')::date - 100",
  }),
  expire({
    name: 'usage-domains',
    table: 'usage_domain',
    by: 'month',
    before: "(date_trunc('month', now(), 'UTC') AT TIME ZONE 'UTC' - interval '1 month')::date",
  }),
]
