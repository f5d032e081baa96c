import { ConnectionError, KIND_BY_CODE } from '@gleaner/sdk'
import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { REMEDIES } from '../errors/remedies.ts'
import { tellError } from '../errors/tell-error.ts'
import { readCursor, writeCursor } from './cursor.ts'
import { jsonOf, quotePage, withoutUnseen } from './quote-page.ts'
import { takePart } from './take-part.ts'
import { countTokens } from './tokens.ts'

describe('a part of a text', () => {
  const TEXTS = {
    paragraphs: Array.from({ length: 50 }, (_, n) => `Paragraph ${n} of a text.`).join('\n\n'),
    'one word': 'x'.repeat(3_000),
    kanji: '橋の上で。'.repeat(300),
    emoji: '🌉'.repeat(500),
    empty: '',
  }

  test.each(Object.entries(TEXTS))(
    'of %s is as long as allowed, and all of them are the text',
    (_name, text) => {
      for (const most of [1, 7, 100, 10_000]) {
        const parts: string[] = []
        for (let at: number | undefined = 0; at !== undefined; ) {
          const part = takePart(text, at, most)
          expect(part.text.isWellFormed()).toBe(true)
          // A character is never divided, however little is allowed.
          expect(part.tokens).toBeLessThanOrEqual(Math.max(most, 2))
          expect(part.tokens).toBe(countTokens(part.text))
          parts.push(part.text)
          at = part.next
        }
        expect(parts.join('')).toBe(text)
      }
    },
  )

  test('ends between paragraphs where there are some', () => {
    expect(takePart(TEXTS.paragraphs, 0, 100).text).toMatch(/of a text\.\n\n$/)
  })

  test('beyond the end is empty', () => {
    expect(takePart('short', 99, 10)).toEqual({ text: '', next: undefined, tokens: 0, tokensLeft: 0 })
  })
})

test('what a page says stands between marks that it cannot know', () => {
  const marks = Array.from({ length: 100 }, () => /^<([\w-]+)>/.exec(quotePage('x'))![1])
  expect(new Set(marks).size).toBe(100)
})

test('what shows nothing is left out, of texts, values and names', () => {
  const unseen = '\u0000\u001b\u007f\u009f\u202e\u2066\u{e0041}'
  expect(withoutUnseen(`a${unseen}b\tc\n`)).toBe('ab\tc\n')
  expect(withoutUnseen('👩‍🚀 עברית')).toBe('👩‍🚀 עברית')
  expect(JSON.parse(jsonOf({ [`k${unseen}`]: [`v${unseen}`] }))).toEqual({ k: ['v'] })
})

test('a cursor is read by the tool that gave it, and by no other', () => {
  const Place = z.tuple([z.string(), z.number()])
  const cursor = writeCursor('page', ['a', 5])
  expect(readCursor('page', Place, cursor)).toEqual(['a', 5])
  for (const wrong of [
    '',
    'nonsense',
    writeCursor('map', ['a', 5]),
    writeCursor('page', [5, 'a']),
    `${cursor}A`.slice(4),
  ])
    expect(() => readCursor('page', Place, wrong)).toThrow(/cursor/)
})

test('an API that does not answer is told apart from one that fails', () => {
  const errors = [
    new ConnectionError('No answer from http://localhost:8080: ECONNREFUSED'),
    new Error('a fault'),
  ]
  expect(errors.map((error) => tellError(error).code)).toEqual(['NO_ANSWER', 'INTERNAL'])
})

test('every error of the API has a remedy', () => {
  expect(Object.keys(REMEDIES).sort()).toEqual(Object.keys(KIND_BY_CODE).sort())
})
