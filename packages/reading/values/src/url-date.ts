import { parseDate } from './parse-date.ts'
import { readMonth } from './read-month.ts'

const NUMERIC =
  /(?:^|[/_.=-])((?:19|20)\d{2})([-/_.]?)(0[1-9]|1[0-2]|[1-9](?=[-/_.]))\2(0[1-9]|[12]\d|3[01]|[1-9])(?=\D|$)/
const NAMED = /\/((?:19|20)\d{2})\/([a-z]{3,9})\/(\d{1,2})(?=\/|$)/

/** The day in an address (`/2023/11/06/`, `/2023/nov/06/`, `-20231106-`), as `YYYY-MM-DD`; a month alone is none. */
export function urlDate(url: string): string | undefined {
  const path = URL.parse(url)?.pathname.toLowerCase() ?? ''
  const numeric = NUMERIC.exec(path)
  if (numeric && (numeric[2] || numeric[0].replace(/\D/g, '').length === 8)) {
    const day = parseDate(`${numeric[1]}-${numeric[3]}-${numeric[4]}`)
    if (day) return day
  }
  const named = NAMED.exec(path)
  const month = named && readMonth(named[2]!, 'en')
  return month ? parseDate(`${named[1]}-${month}-${named[3]}`) : undefined
}
