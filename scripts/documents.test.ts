import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { OF_CLIENTS, WRITTEN_BY_HAND } from './documents.mjs'
import { ROOT } from './setup/root.mjs'

const MOST_WORDS = 25_000
const MOST_WORDS_OF_A_CLIENT = 500
const MOST_README_LINES = 120

const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')

const wordsOf = (path: string) => read(path).split(/\s+/).filter(Boolean).length

test('what people have written can be read in one go', () => {
  const words = WRITTEN_BY_HAND.map(wordsOf)
  expect(words.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(MOST_WORDS)
})

test.each(OF_CLIENTS)('%s is short', (path) => {
  expect(wordsOf(path)).toBeLessThanOrEqual(MOST_WORDS_OF_A_CLIENT)
})

test('the README is short', () => {
  expect(read('README.md').trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_README_LINES)
})
