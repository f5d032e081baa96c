/** Offsets of the zone names that news sites print (RFC 2822 names, and the European ones). */
const ZONES: Record<string, string> = {
  z: 'Z',
  utc: 'Z',
  gmt: 'Z',
  ut: 'Z',
  est: '-05:00',
  edt: '-04:00',
  cst: '-06:00',
  cdt: '-05:00',
  mst: '-07:00',
  mdt: '-06:00',
  pst: '-08:00',
  pdt: '-07:00',
  cet: '+01:00',
  cest: '+02:00',
  mez: '+01:00',
  mesz: '+02:00',
  eet: '+02:00',
  eest: '+03:00',
  wet: 'Z',
  west: '+01:00',
  msk: '+03:00',
  ist: '+05:30',
  jst: '+09:00',
  kst: '+09:00',
  aest: '+10:00',
  aedt: '+11:00',
}
const TIME =
  /^(?:T|[\s,|•·–—.(-]{0,4}(?:(?:at|um|kl\.?|à|alle|a las|às|ore|o|в|om|klo|saat|ora|godz\.?|kell)\s{1,2})?)(\d{1,2})\s?[:h.]\s?(\d{2})(?:[:.](\d{2})(?:[.,]\d{1,9})?)?(?!\d|[.,-]\d)\s?(?:([ap])\.?\s?m\b\.?)?/iu
/** ISO 8601 with an offset: what follows the minus is no second date, as it is in `6.11. 10:00-12:00`. */
const ISO =
  /^(?:T|\s(?=\d{2}:\d{2}:\d{2}))(\d{2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?(?=\s?[+-]\d{2}(?::?\d{2})?(?!\d))/i
const ZONE = /^[\s(]{0,2}(?:(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?(?!\d)|([a-z]{1,4})\b)/i

/** `THH:MM:SS` with its zone when `text` (what follows a date) begins with a time of day; else an empty string. */
export function readTime(text: string): string {
  const match = ISO.exec(text) ?? TIME.exec(text)
  if (!match) return ''
  const hour = to24(Number(match[1]), match[4]?.toLowerCase())
  const [minute, second] = [Number(match[2]), Number(match[3] ?? 0)]
  if (hour > 23 || minute > 59 || second > 59) return ''
  return `T${two(hour)}:${two(minute)}:${two(second)}${readZone(text.slice(match[0].length))}`
}

function to24(hour: number, half: string | undefined): number {
  if (half === undefined) return hour
  if (hour > 12) return 24
  return (hour % 12) + (half === 'p' ? 12 : 0)
}

function readZone(text: string): string {
  const match = ZONE.exec(text)
  if (!match) return ''
  if (match[4]) return ZONES[match[4].toLowerCase()] ?? ''
  const hours = Number(match[2])
  if (hours > 14) return ''
  const minutes = match[3] ?? '00'
  return hours === 0 && minutes === '00' ? 'Z' : `${match[1]}${two(hours)}:${minutes}`
}

function two(number: number): string {
  return String(number).padStart(2, '0')
}
