import { findDates, normalizeDigits } from '@gleaner/values'
import { COUNTER_WORDS, TIME_UNITS } from './noise-words.ts'

/**
 * A text without what says when it was read and by how many: dates, times of day, "5 minutes ago", countdowns, counts of views,
 * random tokens. Each leaves a mark of its class, so that texts which differ in them only are the same. Linear in the text.
 */
export function normalForm(text: string): string {
  const plain = /[^\x20-\x7e]/.test(text) ? normalizeDigits(text.normalize('NFKC')) : text
  if (!/\p{N}/u.test(plain)) return plain.replace(JUST_NOW, MARK.date)
  let form = withoutDates(plain.replace(TOKEN, (token) => (isRandom(token) ? MARK.token : token)))
  for (const [pattern, mark] of CLASSES) form = form.replace(pattern, mark)
  return form
}

/** Whether a normal form says anything besides what is left out. */
export function saysSomething(form: string): boolean {
  return /[\p{L}\p{N}\p{S}]/u.test(form.replace(/[\u0001-\u0003]/g, ''))
}

/** Characters that no page shows. */
const MARK = { date: '\u0001', count: '\u0002', token: '\u0003' } as const

/** Dates are looked for in the beginning of a line: beyond, it is prose, whose dates are its content. */
const DATE_CHARS = 2_000

function withoutDates(text: string): string {
  let form = ''
  let from = 0
  for (const { index, end } of findDates(text.slice(0, DATE_CHARS), { dayOnly: true })) {
    if (index < from || VERSION.test(text.slice(index, end))) continue
    form += text.slice(from, index) + MARK.date
    from = end
  }
  return form + text.slice(from)
}

/** Numbers of versions and chapters: a date without its century is written with two digits each (`06.11.26`). */
const VERSION = /^(?!\d\d\.\d\d\.)\d\d?\.\d\d?\.\d\d$/

const NUMBER = "\\d{1,3}(?:[.,\u00a0\u202f '’]\\d{3}){1,4}|\\d+(?:[.,]\\d{1,2})?"
const AMOUNT = `(?<![\\d.,])(?:${NUMBER})(?: ?(?:k|m|bn|mio|mil|тыс|млн|万|萬|천|만)\\b\\.?)?\\+?`
const MONTH =
  'january|february|march|april|may|june|july|august|september|october|november|december|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre|gennaio|febbraio|aprile|maggio|giugno|luglio|settembre|ottobre|dicembre|janeiro|fevereiro|março|maio|junho|julho|setembro|outubro|novembro|dezembro|января|февраля|марта|апреля|мая|июня|июля|августа|сентября|октября|ноября|декабря'

/** What is left out, in this order: the longest first. Every piece is bounded. */
const CLASSES: readonly [RegExp, string][] = [
  // 24 November, 24. Nov, November 24th (no year: those with one are gone by now)
  [
    new RegExp(
      `(?<![\\d.,])\\d{1,2}(?:\\.|st|nd|rd|th|er|º)? ?(?:de |of )?(?:${MONTH})(?![\\p{L}\\d])\\.?`,
      'giu',
    ),
    MARK.date,
  ],
  [new RegExp(`(?<!\\p{L})(?:${MONTH})\\.? \\d{1,2}(?:st|nd|rd|th)?(?![\\d.,]*\\d)`, 'giu'), MARK.date],
  // 5 minutes ago, vor 5 Minuten, il y a 5 minutes, 5分前
  [
    new RegExp(
      `(?:(?<!\\p{L})(?:vor|il y a|hace|há|for|před|over) )?(?:${AMOUNT}) ?(?:${TIME_UNITS})(?: und \\d+ \\p{L}{1,12}| \\d+ ?(?:${TIME_UNITS}))? ?(?:ago|fa|atrás|geleden|sedan|siden|sitten|temu|zpět|назад|тому|önce|前|전)(?!\\p{L})`,
      'giu',
    ),
    MARK.date,
  ],
  [
    new RegExp(`(?<!\\p{L})(?:vor|il y a|hace|há|před) (?:${AMOUNT}) ?(?:${TIME_UNITS})(?!\\p{L})`, 'giu'),
    MARK.date,
  ],
  // 02h 14m 33s, 2 hours 14 minutes
  [
    new RegExp(
      `(?<![\\p{L}\\d.,])(?:\\d{1,3} ?(?:d|h|m|s|${TIME_UNITS})[,:]? ?(?:and |und |et |y )?){2,4}(?!\\p{L})`,
      'giu',
    ),
    MARK.date,
  ],
  // 12:03, 12:03:44.123, 5:07 pm UTC; not the two ends of opening hours
  [
    /(?<![\d:.,$€£])(?<!\d ?(?:-|–|—|to|bis|a|à) ?)\d{1,2}:\d{2}(?::\d{2}(?:[.,]\d{1,6})?)?(?: ?[ap]\.? ?m\b\.?)?(?: ?(?:uhr|utc|gmt|[ce]es?t|[cemp][sd]t|z)\b)?(?![:.]?\d)(?! ?(?:-|–|—|to|bis|a|à) ?\d)/giu,
    MARK.date,
  ],
  [/(?<!\p{L})(?:©|\(c\)|copyright) ?\d{4}(?: ?[-–] ?\d{4})?/giu, MARK.date],
  // 1,234 views; views: 1,234
  [new RegExp(`(?:${AMOUNT}) ?(?:${COUNTER_WORDS})(?!\\p{L})`, 'giu'), MARK.count],
  [new RegExp(`(?<!\\p{L})(?:${COUNTER_WORDS}) ?[:：(] ?(?:${AMOUNT})\\)?`, 'giu'), MARK.count],
]

const JUST_NOW =
  /(?<!\p{L})(?:just now|moments? ago|(?:an?|one|last) (?:second|minute|hour|day|week|month|year) ago|gerade eben|à l'instant|ahora mismo|только что|刚刚|たった今|방금)(?!\p{L})/giu

const TOKEN = /(?<![\p{L}\p{N}])[A-Za-z0-9_+=-]{12,200}(?![\p{L}\p{N}])/gu

/** A word that nobody has chosen: letters and digits change often, as in hashes, session ids and nonces. */
export function isRandom(word: string): boolean {
  const turns = word.match(/\d[a-z]|[a-z]\d/gi)?.length ?? 0
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(word)) return true
  if (/^[0-9a-f]+$/i.test(word)) return word.length >= 16 && turns >= 3
  return turns >= 4 && word.length >= 16 && !/[-_].*[-_]/.test(word)
}
