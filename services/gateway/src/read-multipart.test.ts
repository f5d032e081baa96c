import { expect, test } from '@jest/globals'
import fc from 'fast-check'
import { splitMultipart } from './read-multipart.ts'

test('forms that fetch writes are read part for part, whatever they hold', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 30 })
  const bytes = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.constant(Buffer.from('\r\n--\r\n--b--\r\n\r\n')),
  )
  const file = fc.record({
    name: text,
    filename: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
    bytes,
  })
  await fc.assert(
    fc.asyncProperty(fc.array(file, { maxLength: 5 }), async (files) => {
      const form = new FormData()
      for (const { name, filename, bytes } of files)
        form.append(name, new Blob([bytes as never], { type: 'a/b' }), filename)
      const written = new Response(form)
      const type = written.headers.get('content-type')!
      const parts = splitMultipart(Buffer.from(await written.arrayBuffer()), type)
      const read = await new Response(form).formData()
      const expected = [...read.entries()].map(([name, value]) => [name, (value as File).name])
      const escaped = (name: string) =>
        name.replaceAll('%22', '"').replaceAll(/\r\n|\r|\n|%0D%0A|%0D|%0A/g, '\n')
      expect(parts.map(({ name, filename }) => [escaped(name), escaped(filename!)])).toEqual(
        expected.map((names) => names.map((name) => escaped(name!))),
      )
      expect(parts.map((part) => [...part.bytes])).toEqual(files.map((one) => [...one.bytes]))
    }),
  )
})

test('a preamble, white space behind a boundary and an epilogue are no parts', () => {
  const body =
    'hello\r\n--b  \r\nContent-Disposition: form-data; name="a"; filename="x \\"y\\".pdf"\r\nContent-Type: text/plain\r\n\r\n1\r\n--b--\r\nbye'
  expect(splitMultipart(Buffer.from(body), 'multipart/form-data; boundary="b"')).toEqual([
    { name: 'a', filename: 'x "y".pdf', contentType: 'text/plain', bytes: Buffer.from('1') },
  ])
})
