import { Cron } from 'croner'

/** Five fields of numbers, names, `*`, `,`, `-`, `/`, and of `L`, `W` and `#` as croner reads them. */
const FIELDS = /^[\d*][\w*,/-]*( +[\w*,/#-]+){4}$/

export function isCron(text: string): boolean {
  return FIELDS.test(text)
}

/** What is wrong with a pattern, for the person who wrote it; undefined when nothing is. */
export function cronFault(pattern: string): string | undefined {
  try {
    openCron(pattern, 'UTC')
    return undefined
  } catch (error) {
    return `is no cron pattern: ${(error as Error).message.replace(/^Cron\w+: /, '')}`
  }
}

/** A pattern that only tells times: it starts no timer. Throws when croner cannot read it. */
export function openCron(pattern: string, timezone: string): Cron {
  return new Cron(pattern, { timezone, mode: '5-part', paused: true })
}
