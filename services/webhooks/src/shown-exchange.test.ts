import { expect, test } from '@jest/globals'
import { shownAnswer } from './shown-exchange.ts'

const own = { Authorization: 'Bearer t0ken-"1"', 'X-Version': '1' }

test.each([
  ['all of a header', 'you sent Bearer t0ken-"1"!', 'you sent ****************!'],
  ['a word of it', 'bad token t0ken-"1"', 'bad token *********'],
  ['as JSON writes it', JSON.stringify({ token: 't0ken-"1"' }), '{"token":"***********"}'],
  ['as an address writes it', '/?t=t0ken-%221%22', '/?t=*************'],
  ['nothing of one that is too short to be a secret', 'HTTP/1 is 1', 'HTTP/1 is 1'],
])('an answer that repeats %s is shown without it', (_, text, shown) => {
  expect(shownAnswer(text, own)).toBe(shown)
})

test('an answer is shown as far as its first 1,024 characters, and never as text that cannot be stored', () => {
  expect(shownAnswer('x'.repeat(5_000))).toHaveLength(1_024)
  expect(shownAnswer(`a\0b${'😀'.repeat(1_000)}`)).toMatch(/^a\ufffdb/)
  expect(shownAnswer(`${'x'.repeat(1_023)}😀`)?.isWellFormed()).toBe(true)
  expect(shownAnswer('')).toBeUndefined()
})

test('a secret that is longer than what is shown, or begins near its end, is not shown in part', () => {
  const long = { 'X-Key': 'k'.repeat(4_000) }
  for (const at of [0, 500, 1_020])
    expect(shownAnswer('-'.repeat(at) + long['X-Key'], long)).not.toContain('k')
})
