/** `P1DT2H30M`; the fraction is allowed on any part, as markup writes it. */
const ISO =
  /^P(?:(\d+(?:[.,]\d+)?)Y)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)W)?(?:(\d+(?:[.,]\d+)?)D)?(?:T(?:(\d+(?:[.,]\d+)?)H)?(?:(\d+(?:[.,]\d+)?)M)?(?:(\d+(?:[.,]\d+)?)S)?)?$/i
const ISO_SECONDS = [31_536_000, 2_592_000, 604_800, 86_400, 3_600, 60, 1]

/** Units as pages write them, by their length in seconds; a word counts by its beginning. */
const UNITS: readonly (readonly [seconds: number, words: RegExp])[] = [
  [60, /^(?:m|min|mins|minut\p{L}*|minuut|dakika|мин\p{L}*|分|分钟|分鐘|분)$/u],
  [
    3_600,
    /^(?:h|hr|hrs|hours?|std|stunden?|heures?|horas?|or[ae]|uur|uren|timm\p{L}*|timer?|godz\p{L}*|hodin\p{L}*|saat|óra|час\p{L}*|ч|時間|小时|小時|시간)$/u,
  ],
  [86_400, /^(?:d|days?|tage?n?|jours?|d[ií]as?|giorn[io]|dag\p{L}*|dni|дн\p{L}*|日|天|일)$/u],
  [604_800, /^(?:w|wks?|weeks?|wochen?|semaines?|semanas?|settiman[ae]|weken?)$/u],
  [1, /^(?:s|secs?|seconds?|sek\p{L}*|secondes?|segundos?|second[io]|сек\p{L}*|秒|초)$/u],
]
const PART = /(\d{1,6}(?:[.,]\d{1,6})?)\s{0,3}(\p{L}{1,12})\.?/gu
const CLOCK = /^(\d{1,3}):([0-5]\d)(?::([0-5]\d))?$/
/** What may stand between the parts: `1 hour and 5 minutes`, `1 h, 5 min`. */
const BETWEEN = /^(?:[\s,.&+]|and|und|et|e|y|en|och|og|i)*$/u

/** A length of time in seconds, from ISO 8601 (`PT1H5M`), words (`1 hour 5 minutes`) or a clock (`1:05:00`); undefined for any other text. */
export function parseDuration(text: string): number | undefined {
  const written = text.trim()
  if (written.length > 60) return undefined
  return isoSeconds(written) ?? wordSeconds(written.toLowerCase()) ?? clockSeconds(written)
}

function isoSeconds(text: string): number | undefined {
  const match = ISO.exec(text)
  if (!match || /[PT]$/i.test(text)) return undefined
  return ISO_SECONDS.reduce((sum, seconds, at) => sum + seconds * numberOf(match[at + 1]), 0)
}

function wordSeconds(text: string): number | undefined {
  let sum = 0
  let end = 0
  for (const match of text.matchAll(PART)) {
    const unit = UNITS.find(([, words]) => words.test(match[2]!))
    if (!unit || !BETWEEN.test(text.slice(end, match.index))) return undefined
    sum += unit[0] * numberOf(match[1])
    end = match.index + match[0].length
  }
  return end > 0 && BETWEEN.test(text.slice(end)) ? sum : undefined
}

function clockSeconds(text: string): number | undefined {
  const match = CLOCK.exec(text)
  if (!match) return undefined
  const [, first, second, third] = match
  return third === undefined
    ? numberOf(first) * 60 + numberOf(second)
    : numberOf(first) * 3_600 + numberOf(second) * 60 + numberOf(third)
}

function numberOf(text: string | undefined): number {
  return text === undefined ? 0 : Number(text.replace(',', '.'))
}
