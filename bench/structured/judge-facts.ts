import { type Document, findAll, textContent } from '@gleaner/markup'
import type { Fact } from './product-facts.ts'
import { wordF1 } from './score.ts'

/** What a reader could find on the page: its text, and the values of attributes. */
export function textOf(document: Document, { scripts: withScripts = false } = {}): string {
  const attributes = findAll(document).flatMap(({ attrs }) => Object.values(attrs))
  const scripts = withScripts ? findAll(document, 'script').map((script) => textContent(script)) : []
  return [textContent(document), ...attributes, ...scripts].join('\n').toLowerCase().replace(/\s+/g, ' ')
}

/** Whether the value stands in what is left of the page; what pages show without a word is always asked for. */
export function isLeft(fact: Fact, value: string, rest: string): boolean {
  if (fact === 'type' || fact === 'availability' || fact === 'currency') return true
  if (fact !== 'price') return rest.includes(value.toLowerCase().replace(/\s+/g, ' '))
  const whole = String(Math.trunc(Number(value)))
  return new RegExp(`(?<!\\d)${whole.split('').join("[.,'’ ]?")}(?!\\d)`).test(rest)
}

export function isSame(fact: Fact, expected: string, value: string): boolean {
  if (fact === 'price') return Number(expected) === Number(value)
  if (fact === 'name') return wordF1(expected, value) >= 0.8
  // A shorter GTIN is the longer one without its zeros.
  if (fact === 'gtin') return expected.replace(/^0+/, '') === value.replace(/^0+/, '')
  return expected.trim().toLowerCase() === value.trim().toLowerCase()
}
