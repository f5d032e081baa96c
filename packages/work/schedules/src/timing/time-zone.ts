/** An IANA name. `Intl` also takes offsets such as `+02:00`, which know no daylight saving. */
const NAME = /^[a-z][\w+-]*(\/[\w+-]+)*$/i

/** Whether a text is the name of a time zone of the IANA database, in any letter case. */
export function isTimeZone(text: string): boolean {
  if (!NAME.test(text)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: text })
    return true
  } catch {
    return false
  }
}
