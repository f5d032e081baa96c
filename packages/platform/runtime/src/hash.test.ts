import { expect, test } from '@jest/globals'
import { fnv1a, mix32 } from './hash.ts'

test.each([
  ['', 0x811c9dc5],
  ['a', 0xe40c292c],
  ['foobar', 0xbf9cf968],
])('FNV-1a of %j is the one that its authors publish', (text, hash) => {
  expect(fnv1a(text)).toBe(hash)
})

test('a text hashes the same in one piece and in several', () => {
  expect(fnv1a('bar', fnv1a('foo'))).toBe(fnv1a('foobar'))
})

test.each([
  [0, 0],
  [1, 0x514e28b7],
  [0xffffffff, 0x81f16f39],
])('the finalizer of MurmurHash3 makes %d into %d', (value, mixed) => {
  expect(mix32(value)).toBe(mixed)
})
