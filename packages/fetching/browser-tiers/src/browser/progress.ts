import type { SetValues } from '@gleaner/http-tiers'

/** What an attempt did before it failed, as far as it decides on trying again. */
export interface Progress {
  /** The request went out to the target. */
  sent: boolean
  /** The last URL that a redirect or script sent the main frame to. */
  leadTo?: string | undefined
  /** What responses set, where the request keeps cookies. */
  setValues?: SetValues | undefined
}
