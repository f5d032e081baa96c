import { MEGABYTE as MB } from '@gleaner/runtime/units'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { parseJson, parseLargeJson } from './parse-json.ts'

const large = async (text: string) => (await parseLargeJson(Buffer.from(text), MB)).parsed
const faultOf = (text: string) => {
  try {
    parseJson(Buffer.from(text))
  } catch (error) {
    return error
  }
  return undefined
}

describe('parseJson', () => {
  test('gives what JSON.parse gives', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (text) => {
        expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['advanced', `{"url":"x","advanced":${'['.repeat(100_000)}`, 'nested deeper than 64'],
    ['advanced', `{"advanced":{${'"a":1,'.repeat(2_000)}"b":1}}`, 'more values'],
    ['', `[${'{},'.repeat(5_000)}{}]`, 'more values'],
    ['extraction_schema', `{"extraction_schema":[${'0,'.repeat(41_000)}0]}`, 'more values'],
    ['extraction_schema', `{"\\u0065xtraction_schema":[${'0,'.repeat(41_000)}0]}`, 'more values'],
    ['formats', `{"extraction_schema":{"a":"]}\\\\\\""},"formats":[${'0,'.repeat(5_000)}0]}`, 'more values'],
  ])('names the field %s for too many values or levels', (path, text, message) => {
    expect(faultOf(text)).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { issues: [{ path, message: expect.stringContaining(message) }] },
    })
  })

  test.each([
    ['', `{"${'a'.repeat(70_000)}":1}`],
    ['url', `{"url":"${'a'.repeat(70_000)}"}`],
    ['advanced', `{"advanced":{"cookies":{"a":"${'\\u0130'.repeat(12_000)}"}}}`],
  ])('names the field %s for a text that nothing here takes', (path, text) => {
    expect(faultOf(text)).toMatchObject({
      code: 'INVALID_REQUEST',
      details: { issues: [{ path, message: expect.stringContaining('more than 64 KB') }] },
    })
    for (const field of ['body', 'content', 'cookies'])
      expect(faultOf(`{"${field}":"${'a'.repeat(900_000)}"}`)).toBeUndefined()
  })

  test('takes the fullest schema that 64 KB hold, and text that only looks like values', () => {
    for (const schema of [`[${'0,'.repeat(32_766)}0]`, `{${'"a":0,'.repeat(10_900)}"a":0}`])
      expect(faultOf(`{"extraction_schema":${schema}}`)).toBeUndefined()
    expect(faultOf(`{"body":${JSON.stringify('{"a":[1,2]},'.repeat(9_000))}}`)).toBeUndefined()
  })

  test.each(['', '{', ']', '{"a":1}}', '"\\x"', '[1,', '{"a" "b"}', 'nul'])(
    'says that %j is no JSON',
    (text) => {
      expect(faultOf(text)).toMatchObject({ code: 'INVALID_JSON' })
    },
  )
})

describe('parseLargeJson', () => {
  const piece = fc.constantFrom(
    'a',
    '\\n',
    '\\\\',
    '\\"',
    '\\u00e9',
    '\\ud83d\\ude00',
    '\\ud83d',
    '😀',
    'é',
    '中',
    '{\\"body\\":',
    ']',
  )
  test('gives what JSON.parse gives, wherever the long body is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { minLength: 1, maxLength: 7 }),
        fc.nat(20),
        fc.constantFrom(
          '{"url":"x","body":"%","a":[1]}',
          '{ "body" : "%" }',
          '{"body":"x","b":{"body":"y"},"\\u0062ody":"%"}',
        ),
        async (pieces, shift, frame) => {
          const unit = pieces.join('')
          const body = 'x'.repeat(shift) + unit.repeat(Math.ceil((600 * 1024) / unit.length))
          const text = frame.replace('%', () => body)
          expect((await large(text)) as object).toEqual(JSON.parse(text))
        },
      ),
      { numRuns: 40 },
    )
  })

  test('takes the last of two bodies, and one that is no string', async () => {
    const long = 'x'.repeat(600_000)
    expect(await large(`{"body":"a","body":"${long}"}`)).toEqual({ body: long })
    expect(await large(`{"body":"${long}","body":["a"]}`)).toEqual({ body: ['a'] })
  })

  test('parses nothing when it is not the body that is large', async () => {
    const text = JSON.stringify({ body: 'a', other: 'b'.repeat(2 * MB) })
    expect(await parseLargeJson(Buffer.from(text), MB)).toMatchObject({ parsed: undefined })
  })

  test('holds the rest of a large request to what a small one may have', async () => {
    const text = JSON.stringify({ body: 'a'.repeat(2 * MB), mode: 'b'.repeat(70_000) })
    await expect(large(text)).rejects.toMatchObject({ code: 'INVALID_REQUEST' })
  })

  test.each(['\\x', '\u0000', '\\u12'])('says that a body with %j in it is no JSON', async (fault) => {
    const text = `{"body":"${'a'.repeat(600_000)}${fault}"}`
    await expect(large(text)).rejects.toMatchObject({ code: 'INVALID_JSON' })
  })
})
