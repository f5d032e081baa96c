/**
 * Single values out of the text of a page or a document, normalized: dates, prices and currencies, numbers, availability,
 * languages. Text in, a value or undefined out; everything is a pure function of the text (and of the page's country or
 * language, where a text alone can be read in two ways).
 */

export {
  type Availability,
  isAvailable,
  isBuyLabel,
  printedAvailability,
  readAvailability,
} from './availability.ts'
export type { DateOptions } from './date-options.ts'
export { countryOfSite, findCurrency, readCurrency } from './find-currency.ts'
export { normalizeLanguage } from './language.ts'
export { normalizeDigits } from './normalize-digits.ts'
export { findDates, parseDate } from './parse-date.ts'
export { parseDuration } from './parse-duration.ts'
export { parseNumber } from './parse-number.ts'
export { type Price, parsePrice } from './parse-price.ts'
export { trimMarks, trimMarksEnd } from './trim-marks.ts'
export { type Dimension, parseMeasure, type Unit, unitNamed, unitOfCode } from './units.ts'
export { urlDate } from './url-date.ts'
