import { isObject } from '@gleaner/runtime/is-object'
import { parseMeasure, parseNumber, type Unit, unitNamed, unitOfCode } from '@gleaner/values'
import { splitName } from './words/name-words.ts'

/** `m` and `in` say a unit only at a name's end, where one expects it. */
const SHORTEST_INNER = 3
/** `salary_min` is the least. */
const NO_UNITS: ReadonlySet<string> = new Set(['min', 'in', 'second', 'foot', 't', 'h', 'day', 'year'])

/** `total_time_min` is one in minutes. */
const MIN = 'min'
const LENGTHS: ReadonlySet<string> = new Set('time duration length runtime prep cook reading'.split(' '))

/** The unit that the words of a property's name ask for (`power_kw`), and the word that says it. */
export function askedUnit(name: string): (Unit & { word: string }) | undefined {
  const words = splitName(name)
  for (const [at, word] of words.entries()) {
    const isMinutes = word === MIN && at === words.length - 1 && LENGTHS.has(words[at - 1]!)
    if ((NO_UNITS.has(word) && !isMinutes) || (at < words.length - 1 && word.length < SHORTEST_INNER))
      continue
    const unit = words.length > 1 || word.length > SHORTEST_INNER ? unitNamed(word) : undefined
    if (unit) return { ...unit, word }
  }
  return undefined
}

/** A value's amount with the unit that it says itself: `{value: 145, unitCode: 'KWT'}`, `"48 MB"`; undefined where it says none. */
export function measureOf(value: unknown): { amount: number; unit: Unit } | undefined {
  if (typeof value === 'string') {
    const measure = parseMeasure(value)
    const amount = measure && parseNumber(measure.number)
    return amount === undefined ? undefined : { amount, unit: measure!.unit }
  }
  if (Array.isArray(value)) return value.length === 1 ? measureOf(value[0]) : undefined
  if (!isObject(value)) return undefined
  const said = [value.unitCode, value.unitText].filter((text) => typeof text === 'string')
  const unit = said.map((text) => unitOfCode(text) ?? unitNamed(text)).find((known) => known !== undefined)
  if (!unit) return typeof value.value === 'string' ? measureOf(value.value) : undefined
  const amount = typeof value.value === 'string' ? parseNumber(value.value) : value.value
  return typeof amount === 'number' ? { amount, unit } : undefined
}

/** A value in the unit of `asked`; undefined where it says no unit of the same dimension. */
export function inUnit(value: unknown, asked: Unit): number | undefined {
  const measure = measureOf(value)
  if (measure?.unit.dimension !== asked.dimension) return undefined
  return Math.round(((measure.amount * measure.unit.factor) / asked.factor) * 100) / 100
}
