import { createHash } from 'node:crypto'
import { createSecretBox, generateKey } from '@gleaner/security/secret-box'
import { describe, expect, test } from '@jest/globals'
import { hashJson, jsonPieces } from './json-pieces.ts'
import { openSecrets, sealSecrets } from './secrets.ts'

const VALUES: [string, object][] = [
  ['small', { a: 1, b: undefined, c: [null, 'x'] }],
  [
    'with a long string',
    { url: 'x', body: 'a"\n\u0001é'.repeat(150_000), none: undefined, rest: { a: [1] } },
  ],
  ['with characters of two units', { body: `x${'😀'.repeat(300_000)}` }],
  ['with half characters', { body: `${'\ud83d'.repeat(300_000)}\ude00` }],
  ['as a list', ['a', 'b'.repeat(700_000), null]],
]

describe('JSON in pieces', () => {
  test.each(VALUES)('is what JSON.stringify makes, %s', async (_, value) => {
    const pieces = [...jsonPieces(value)]
    expect(pieces.join('') === JSON.stringify(value)).toBe(true)
    expect(Math.max(...pieces.map((piece) => piece.length))).toBeLessThan(6 * 256 * 1024 + 3)
    const hash = createHash('sha256').update(JSON.stringify(value)).digest()
    expect((await hashJson(value)).equals(hash)).toBe(true)
  })

  test('is sealed so that it opens whole', async () => {
    const box = createSecretBox(generateKey('k'))
    const secrets = { body: '中😀"'.repeat(400_000), cookies: { a: 'b' } }
    const opened = openSecrets(box, 'job', await sealSecrets(box, 'job', secrets))
    expect(opened.body === secrets.body).toBe(true)
    expect(opened.cookies).toEqual(secrets.cookies)
  })
})
