import { describe, expect, test } from '@jest/globals'
import { withScheme } from '../src/api/with-scheme.ts'
import { fromBody, NO_CHOICES, toBody } from '../src/pages/playground/choices.ts'
import { OPTIONS, type Option } from '../src/pages/playground/options/option-table.ts'

/** Something that a person may have put into a field of each kind. */
const TYPED: Record<Option['kind'], (option: Option) => string> = {
  check: () => 'true',
  number: () => '3',
  text: () => 'main .price',
  choice: (option) => (option.kind === 'choice' ? option.choices[0]! : ''),
  own: () => 'mine',
  lines: () => 'one\ntwo',
  pairs: () => 'A: b\nC: d',
  json: () => '[{"type":"wait"}]',
}

test.each([
  ['example.com/a', 'https://example.com/a'],
  [' http://example.com/ ', 'http://example.com/'],
  ['localhost:8080/a', 'https://localhost:8080/a'],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
])('%s is asked for as %s', (typed, address) => expect(withScheme(typed)).toBe(address))

describe('what a request says is chosen again', () => {
  test.each(OPTIONS.map((option) => [option.path, option] as const))('%s', (path, option) => {
    const choices = {
      ...NO_CHOICES,
      url: 'https://example.com/',
      options: { [path]: TYPED[option.kind](option) },
    }
    expect(fromBody(toBody(choices) as never)).toEqual(choices)
  })

  test('formats, a schema and fields that were pointed at', () => {
    const choices = {
      ...NO_CHOICES,
      url: 'https://example.com/',
      formats: ['links', 'raw'],
      schema: JSON.stringify({ title: 'string' }, null, 2),
      template: { fields: [{ name: 'price', type: 'text' as const, selector: '.price' }] },
    }
    expect(fromBody(toBody(choices) as never)).toEqual(choices)
  })
})
