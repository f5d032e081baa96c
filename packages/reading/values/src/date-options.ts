export interface DateOptions {
  /** BCP 47 tag of the page: decides `03/04/2023` (`en`, `en-US`: month first) and month names that languages share. */
  language?: string | undefined
  /** Whether `03/04/2023` is a day in March, where the page's other dates or its domain tell; else `language` decides. */
  readonly monthFirst?: boolean | undefined
  /** Leave the time of day out. */
  dayOnly?: boolean
}
