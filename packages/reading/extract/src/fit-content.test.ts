import { describe, expect, test } from '@jest/globals'
import { createFitter } from './fit-content.ts'

const jsonBytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value))

describe('what goes into a reply', () => {
  test.each([
    ['control characters', '\x01'.repeat(10_000)],
    ['quotes', '"\\'.repeat(10_000)],
    ['halves of pairs', '\ud800'.repeat(10_000)],
    ['emoji', '😀'.repeat(10_000)],
    ['separators of lines', '\u2028'.repeat(10_000)],
  ])('counts %s as they are sent', (_, text) => {
    // Less the outer braces.
    const fit = createFitter(4_998)
    const made = fit.fields({ markdown: text, html: text, json: { text } })
    expect(jsonBytes(made)).toBeLessThanOrEqual(5_000)
    expect(jsonBytes(made)).toBeGreaterThan(4_900)
    expect(fit.truncation).toMatchObject({ truncated: true })
    expect(made.json).toBeUndefined()
  })

  test('is left as it is when it fits to the byte', () => {
    const value = { markdown: 'a "quoted" line\n'.repeat(50), json: { a: [1, null, '\x01'] } }
    // The outer braces and the comma that the last field lacks.
    const fit = createFitter(jsonBytes(value) - 1)
    expect(fit.fields(value)).toEqual(value)
    expect(fit).toMatchObject({ truncation: undefined, bytesLeft: 0 })
    expect(createFitter(jsonBytes(value) - 2).fields(value).json).toBeUndefined()
  })

  test('is counted to the byte once it comes near to the limit, whatever was taken before', () => {
    const fit = createFitter(20_000)
    const first = fit.fields({ title: 'a "title"', about: undefined, facts: ['é', 1] })
    expect(first).toStrictEqual({ title: 'a "title"', facts: ['é', 1] })
    const rest = fit.fields({ markdown: 'x'.repeat(30_000) })
    expect(jsonBytes({ ...first, ...rest })).toBe(20_000 + 1)
    expect(fit.bytesLeft).toBe(0)
    expect(fit.truncation?.original_size_bytes).toBe(
      jsonBytes({ ...first, markdown: 'x'.repeat(30_000) }) - 1,
    )
  })

  test('ends a text at the end of a line where one is near', () => {
    const fit = createFitter(1_000)
    expect(fit.text('a line of a text\n'.repeat(100)).endsWith('text')).toBe(true)
  })
})
