import { describe, expect, test } from '@jest/globals'
import { generateApiKey, hashApiKey, parseApiKey } from './api-key.ts'

describe('API keys', () => {
  test.each(['live', 'test'] as const)(
    'a generated %s key has the documented form and is recognized',
    (mode) => {
      const { key, prefix, hash } = generateApiKey(mode)
      expect(key).toMatch(new RegExp(`^sk_${mode}_[0-9A-Za-z]{32}$`))
      expect(prefix).toBe(key.slice(0, 14))
      expect(hash).toBe(hashApiKey(key))
      expect(parseApiKey(key)).toBe(mode)
    },
  )

  test('one wrong character, or the other mode, is noticed', () => {
    const { key } = generateApiKey('live')
    for (let i = 'sk_live_'.length; i < key.length; i++) {
      const other = key[i] === 'x' ? 'y' : 'x'
      expect(parseApiKey(key.slice(0, i) + other + key.slice(i + 1))).toBeUndefined()
    }
    expect(parseApiKey(key.replace('live', 'test'))).toBeUndefined()
  })

  test.each(['', 'sk_live_', `sk_live_${'a'.repeat(32)}`, `sk_prod_${'a'.repeat(32)}`, 'a'.repeat(10_000)])(
    'what is no key is refused (%#)',
    (text) => {
      expect(parseApiKey(text)).toBeUndefined()
      expect(parseApiKey(`${generateApiKey('live').key}\n`)).toBeUndefined()
    },
  )

  test('the checksum stays what it is, so that keys issued before stay valid', () => {
    expect(parseApiKey('sk_live_Gleaner0123456789abcdefghi2T3d5p')).toBe('live')
  })

  test('the hash is SHA-256', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad')
  })
})
