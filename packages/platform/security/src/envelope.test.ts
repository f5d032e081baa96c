import { createDecipheriv } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { dataKeyContext, openEnvelope, sealEnvelope } from './envelope.ts'
import { createSecretBox, generateKey, SecretUnreadable } from './secret-box.ts'

const [K1, K2] = [generateKey('k1'), generateKey('k2')]
const box = createSecretBox(K1)
const CONTEXT = 'account:a/session:1'

/** The data key sealed anew with the first key of another ring, as a rotation does it; the secret is not touched. */
function rotated(dataKey: Uint8Array, ring: string): Uint8Array {
  const both = createSecretBox(ring)
  return both.seal(both.open(dataKey, dataKeyContext(CONTEXT)), dataKeyContext(CONTEXT))
}

test.each(['', 'a', 'päss wörd 🔑', 'x'.repeat(100_000)])('opens what it sealed (%#)', (secret) => {
  expect(openEnvelope(box, sealEnvelope(box, secret, CONTEXT), CONTEXT)).toBe(secret)
})

test('no two envelopes are alike, and no text is seen in them', () => {
  const [one, other] = [sealEnvelope(box, 'sid=canary', CONTEXT), sealEnvelope(box, 'sid=canary', CONTEXT)]
  expect(Buffer.compare(one.secret, other.secret)).not.toBe(0)
  expect(Buffer.compare(one.dataKey, other.dataKey)).not.toBe(0)
  for (const bytes of [one.secret, one.dataKey]) expect(Buffer.from(bytes).includes('canary')).toBe(false)
  // Each has a data key of its own.
  expect(() => openEnvelope(box, { ...one, dataKey: other.dataKey }, CONTEXT)).toThrow(SecretUnreadable)
})

describe('does not open', () => {
  test.each(['dataKey', 'secret'] as const)(
    'when a byte of its %s is damaged, missing or one too many',
    (part) => {
      const envelope = sealEnvelope(box, 'sid=123', CONTEXT)
      const bytes = envelope[part]
      const open = (changed: Uint8Array) => () => openEnvelope(box, { ...envelope, [part]: changed }, CONTEXT)
      for (let at = 0; at < bytes.length; at++) {
        const damaged = bytes.slice()
        damaged[at]! ^= 1
        expect(open(damaged)).toThrow(SecretUnreadable)
        expect(open(bytes.subarray(0, at))).toThrow(SecretUnreadable)
        expect(open(bytes.subarray(at + 1))).toThrow(SecretUnreadable)
      }
      expect(open(Buffer.concat([bytes, Buffer.from([0])]))).toThrow(SecretUnreadable)
    },
  )

  test.each(['account:b/session:1', 'account:a/session:2', 'account:a', ''])(
    'in the context "%s"',
    (context) => {
      const envelope = sealEnvelope(box, 'sid=123', CONTEXT)
      expect(() => openEnvelope(box, envelope, context)).toThrow(SecretUnreadable)
    },
  )

  test('when its data key was sealed for another context with the same ring: both are bound', () => {
    const envelope = sealEnvelope(box, 'sid=123', CONTEXT)
    const key = box.open(envelope.dataKey, dataKeyContext(CONTEXT))
    const moved = { ...envelope, dataKey: box.seal(key, dataKeyContext('account:b/session:1')) }
    expect(() => openEnvelope(box, moved, 'account:b/session:1')).toThrow(SecretUnreadable)
  })

  test('without the key that sealed it, and its error tells nothing of it', () => {
    const envelope = sealEnvelope(box, 'sid=canary', CONTEXT)
    const open = () => openEnvelope(createSecretBox(K2), envelope, CONTEXT)
    expect(open).toThrow(SecretUnreadable)
    expect(open).not.toThrow(/canary/)
  })

  test.each(['', 'c2hvcnQ=', Buffer.alloc(33).toString('base64')])(
    'with a data key of another length (%#)',
    (key) => {
      const envelope = sealEnvelope(box, 'sid=123', CONTEXT)
      const dataKey = box.seal(key, dataKeyContext(CONTEXT))
      expect(() => openEnvelope(box, { ...envelope, dataKey }, CONTEXT)).toThrow(SecretUnreadable)
    },
  )
})

test('a rotation seals the data key anew, and nothing else', () => {
  const { dataKey, secret } = sealEnvelope(box, 'sid=123', CONTEXT)
  const renewed = { dataKey: rotated(dataKey, `${K2},${K1}`), secret }
  expect(openEnvelope(createSecretBox(K2), renewed, CONTEXT)).toBe('sid=123')
  expect(() => openEnvelope(createSecretBox(K2), { dataKey, secret }, CONTEXT)).toThrow(SecretUnreadable)
  expect(openEnvelope(createSecretBox(`${K2},${K1}`), { dataKey, secret }, CONTEXT)).toBe('sid=123')
})

test('the format is plain AES-256-GCM, readable without this code', () => {
  const { dataKey, secret } = sealEnvelope(box, 'by hand', CONTEXT)
  const key = Buffer.from(box.open(dataKey, dataKeyContext(CONTEXT)), 'base64')
  const bytes = Buffer.from(secret)
  const opened = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, 12))
    .setAAD(Buffer.from(CONTEXT))
    .setAuthTag(bytes.subarray(-16))
  expect(opened.update(bytes.subarray(12, -16), undefined, 'utf8') + opened.final('utf8')).toBe('by hand')
})
