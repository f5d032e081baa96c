import { expect, test } from '@jest/globals'
import { createFreshAnswers } from './fresh-answers.ts'

const HOUR_MS = 3_600_000

test('a question is asked once for all who ask meanwhile, and anew for another key', async () => {
  const answers = createFreshAnswers<number>({ freshMs: HOUR_MS, most: 10 })
  let asked = 0
  const ask = async () => ++asked
  expect(await Promise.all([answers('a', ask), answers('a', ask), answers('b', ask)])).toEqual([1, 1, 2])
  expect(await answers('a', ask)).toBe(1)
})

test('an answer that is too old, and an error, are asked for again', async () => {
  const old = createFreshAnswers<number>({ freshMs: 0, most: 10 })
  let asked = 0
  expect([await old('a', async () => ++asked), await old('a', async () => ++asked)]).toEqual([1, 2])
  const answers = createFreshAnswers<string>({ freshMs: HOUR_MS, most: 10 })
  await expect(answers('a', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await answers('a', async () => 'back')).toBe('back')
})

test('so many answers are kept, and the oldest goes', async () => {
  const answers = createFreshAnswers<number>({ freshMs: HOUR_MS, most: 2 })
  for (const key of ['a', 'b', 'c']) await answers(key, async () => 1)
  expect(await Promise.all(['b', 'c', 'a'].map((key) => answers(key, async () => 2)))).toEqual([1, 1, 2])
})
