/** What an attempt did before it failed, as far as it decides on trying again. */
export interface Progress {
  /** The request went out to the target. */
  sent: boolean
  /** Where the main frame was going last, when that is not where it was sent. */
  leadTo?: string | undefined
}
