/** What a rule of a type watches, and what its threshold means. */
export interface AlertTypeRow {
  /** Completes "the threshold is ...". */
  threshold: string
  min: number
  max: number
  whole: boolean
  /** It fires when its value has fallen below the threshold, or has reached it. */
  fires: 'below' | 'reached'
  /** The part of the threshold that the value has to pass on its way back: what trembles about the threshold fires once. */
  resolvesAt: number
  domain: 'required' | 'optional' | 'none'
  /** It looks at the jobs of the last minutes, of which there must be some. */
  hasWindow: boolean
}

/** Every type of rule. */
export const ALERT_TYPES = {
  credit_threshold: {
    threshold: 'credits or, with unit "days", days that the balance lasts at the present pace',
    min: 0.1,
    max: 1e9,
    whole: false,
    fires: 'below',
    resolvesAt: 1.1,
    domain: 'none',
    hasWindow: false,
  },
  domain_failure_rate: {
    threshold: 'percent of the jobs at the domain that have failed',
    min: 1,
    max: 100,
    whole: false,
    fires: 'reached',
    resolvesAt: 0.9,
    domain: 'required',
    hasWindow: true,
  },
  job_consecutive_failures: {
    threshold: 'jobs that have failed one after the other',
    min: 1,
    max: 100_000,
    whole: true,
    fires: 'reached',
    // A job that was delivered ends it.
    resolvesAt: 0,
    domain: 'optional',
    hasWindow: false,
  },
  response_time_spike: {
    threshold: 'how many times as long as in the day before the jobs take that are delivered',
    min: 1.1,
    max: 1_000,
    whole: false,
    fires: 'reached',
    resolvesAt: 0.9,
    domain: 'optional',
    hasWindow: true,
  },
  daily_failure_count: {
    threshold: 'jobs that have failed since midnight (UTC)',
    min: 1,
    max: 1e9,
    whole: true,
    fires: 'reached',
    // The next day ends it.
    resolvesAt: 0.9,
    domain: 'optional',
    hasWindow: false,
  },
  schedule_failure: {
    threshold: 'runs of one schedule that have failed one after the other',
    min: 1,
    max: 1_000,
    whole: true,
    fires: 'reached',
    resolvesAt: 0,
    domain: 'none',
    hasWindow: false,
  },
} as const satisfies Record<string, AlertTypeRow>

export type AlertType = keyof typeof ALERT_TYPES
export const ALERT_TYPE_NAMES = Object.keys(ALERT_TYPES) as [AlertType, ...AlertType[]]
