import type { FieldSeries, ValueSpan } from './read-values.ts'

/** Heights of values: 0 is the bottom of a chart, 1 its top. */
export interface Scale {
  /** Undefined for what has no height, as an absent value. */
  heightOf(value: ValueSpan['value']): number | undefined
  /** What stands beside the lines, and how high they lie. */
  ticks: { label: string; height: number }[]
  /** A value in words. */
  wordsOf(value: ValueSpan['value']): string
}

/** Most levels of a chart of texts: those that came last. */
const MOST_LEVELS = 5

/** Numbers lie on an axis that begins at zero unless some are below; texts on a level each, in the order in which they came. */
export function scaleOf({ spans }: Pick<FieldSeries, 'spans'>): Scale {
  const numbers = spans.map(({ value }) => value).filter((value) => typeof value === 'number')
  const texts = spans.some(({ value }) => typeof value === 'string' || typeof value === 'boolean')
  return !texts ? numericScale(numbers) : levelScale(spans)
}

function numericScale(numbers: readonly number[]): Scale {
  const [low, high] = [Math.min(0, ...numbers), Math.max(0, ...numbers)]
  const top = high === low ? low + 1 : high
  // By halves: the whole may be more than a number holds.
  const heightOf = (value: ValueSpan['value']) =>
    typeof value === 'number' ? (value / 2 - low / 2) / (top / 2 - low / 2) : undefined
  const least = numbers.length > 0 ? Math.min(...numbers) : 0
  const ticks = [...new Set([low, least, high])].map((value) => ({
    label: numberWords(value),
    height: heightOf(value)!,
  }))
  return { heightOf, ticks: apart(ticks), wordsOf: words }
}

function levelScale(spans: readonly ValueSpan[]): Scale {
  const seen = [...new Set(spans.map(({ value }) => value).filter((value) => value !== null))]
  // Yes lies above no, whichever came first.
  const levels = seen.every((value) => typeof value === 'boolean') ? [false, true] : seen.slice(-MOST_LEVELS)
  const heightOf = (value: ValueSpan['value']) => {
    const level = (levels as ValueSpan['value'][]).indexOf(value)
    return level < 0 ? undefined : levels.length === 1 ? 0.5 : level / (levels.length - 1)
  }
  return {
    heightOf,
    ticks: levels.map((value) => ({ label: words(value), height: heightOf(value)! })),
    wordsOf: words,
  }
}

/** Of a chart's height. */
const LEAST_DISTANCE = 0.14

/** Without those that would be written over each other: the first and the last stay. */
function apart(ticks: Scale['ticks']): Scale['ticks'] {
  return ticks.filter(
    ({ height }, at) =>
      at === 0 ||
      at === ticks.length - 1 ||
      (height - ticks[0]!.height >= LEAST_DISTANCE && ticks.at(-1)!.height - height >= LEAST_DISTANCE),
  )
}

function words(value: ValueSpan['value']): string {
  if (typeof value === 'number') return numberWords(value)
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return value ?? 'none'
}

const PLAIN = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })
const SHORT = new Intl.NumberFormat('en', { notation: 'compact', maximumSignificantDigits: 4 })

function numberWords(value: number): string {
  if (Math.abs(value) >= 1e15) return value.toExponential(2)
  return Math.abs(value) >= 1_000_000 || (value !== 0 && Math.abs(value) < 0.01)
    ? SHORT.format(value)
    : PLAIN.format(value)
}
