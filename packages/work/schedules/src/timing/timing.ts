/** When something recurs: by the fields of a cron pattern in a time zone, or every so many milliseconds since 1970 in UTC. */
export type Timing = { cron: string; timezone: string } | { everyMs: number }

/** What is wrong with a text that says when, for the person who wrote it. */
export class TimingFault extends Error {
  /** The field that is wrong. */
  readonly field: 'schedule' | 'timezone'

  constructor(field: TimingFault['field'], message: string) {
    super(message)
    this.field = field
  }
}
