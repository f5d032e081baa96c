import { createDecipheriv } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { createSecretBox, generateKey, SecretUnreadable } from './secret-box.ts'

const k1 = generateKey('k1')
const k2 = generateKey('k2')

describe('secret box', () => {
  test.each(['', 'a', 'päss wörd 🔑', 'x'.repeat(100_000)])('opens what it sealed', (secret) => {
    const box = createSecretBox(k1)
    expect(box.open(box.seal(secret, 'account-1/session-1'), 'account-1/session-1')).toBe(secret)
  })

  test('opens bytes that are no text as they were', () => {
    const box = createSecretBox(k1)
    const bytes = Buffer.from([0xff, 0x00, 0xc3, 0x28])
    expect(box.openBytes(box.seal(bytes, 'c'), 'c')).toEqual(bytes)
  })

  test('the same secret never seals to the same bytes, and its text is not among them', () => {
    const box = createSecretBox(k1)
    const [a, b] = [box.seal('sid=123', 'c'), box.seal('sid=123', 'c')]
    expect(Buffer.compare(a, b)).not.toBe(0)
    expect(Buffer.from(a).includes('sid=123')).toBe(false)
  })

  test('does not open in another context, so that a row copied to another account stays closed', () => {
    const box = createSecretBox(k1)
    expect(() => box.open(box.seal('s', 'account-1'), 'account-2')).toThrow(SecretUnreadable)
  })

  test('every damaged byte is noticed', () => {
    const box = createSecretBox(k1)
    const sealed = box.seal('secret', 'c')
    for (let i = 0; i < sealed.length; i++) {
      const damaged = sealed.slice()
      damaged[i]! ^= 1
      expect(() => box.open(damaged, 'c')).toThrow(SecretUnreadable)
      expect(() => box.open(sealed.subarray(0, i), 'c')).toThrow(SecretUnreadable)
    }
  })

  test('a rotated ring seals with its first key and opens with all', () => {
    const old = createSecretBox(k1).seal('s', 'c')
    const rotated = createSecretBox(`${k2}, ${k1}`)
    expect(rotated.open(old, 'c')).toBe('s')
    expect(rotated.isSealedByOldKey(old)).toBe(true)
    expect(rotated.isSealedByOldKey(rotated.seal('s', 'c'))).toBe(false)
    expect(() => createSecretBox(k2).open(old, 'c')).toThrow(SecretUnreadable)
  })

  test('the format is plain AES-256-GCM, readable without this code', () => {
    const sealed = Buffer.from(createSecretBox(k1).seal('by hand', 'ctx'))
    const key = Buffer.from(k1.slice(3), 'base64')
    const opened = createDecipheriv('aes-256-gcm', key, sealed.subarray(4, 16))
      .setAAD(Buffer.concat([sealed.subarray(0, 4), Buffer.from('ctx')]))
      .setAuthTag(sealed.subarray(-16))
    expect(sealed.toString('latin1', 0, 4)).toBe('\x01\x02k1')
    expect(opened.update(sealed.subarray(16, -16), undefined, 'utf8') + opened.final('utf8')).toBe('by hand')
  })

  test.each(['', 'k1', 'k1:AAAA', `k1:${'A'.repeat(43)}!`, `${k1},${k1}`, `${k1},`])(
    'a malformed ring (%#) is refused without being shown',
    (ring) => {
      const create = () => createSecretBox(ring)
      expect(create).toThrow(/key ring/)
      expect(create).not.toThrow(k1.slice(3))
    },
  )
})

describe('fingerprints', () => {
  const [ofText] = createSecretBox(k1).fingerprints('text', 'c')

  test('are the same for the same text, and others for another text, context or key', () => {
    expect(createSecretBox(k1).fingerprints('text', 'c')[0]).toEqual(ofText)
    const others = [
      createSecretBox(k1).fingerprints('texts', 'c'),
      createSecretBox(k1).fingerprints('text', 'd'),
      createSecretBox(k1).fingerprints('ext', 'ct'),
      createSecretBox(k2).fingerprints('text', 'c'),
    ]
    for (const [other] of others) expect(other).not.toEqual(ofText)
  })

  test('of the keys before are still known, the newest one first', () => {
    const [newest, former] = createSecretBox(`${k2},${k1}`).fingerprints('text', 'c')
    expect(former).toEqual(ofText)
    expect(newest).toEqual(createSecretBox(k2).fingerprints('text', 'c')[0])
  })
})
