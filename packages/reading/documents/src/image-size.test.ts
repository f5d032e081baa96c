import { expect, test } from '@jest/globals'
import { imageSize } from './image-size.ts'

const be16 = (...numbers: number[]) =>
  numbers.map((number) => String.fromCharCode(number >> 8, number & 255)).join('')
const le16 = (...numbers: number[]) =>
  numbers.map((number) => String.fromCharCode(number & 255, number >> 8)).join('')
const be32 = (number: number) => be16(number >>> 16, number & 0xffff)
const le24 = (number: number) => String.fromCharCode(number & 255, (number >> 8) & 255, number >> 16)
/** Bits of a lossless WebP's header. */
const vp8l = (width: number, height: number) => {
  const bits = (width - 1) | ((height - 1) << 14)
  return le16(bits & 0xffff, bits >>> 16)
}

/** Headers by the standards that `image-size.ts` names, of 640 by 480. */
const HEADERS: [type: string, header: string][] = [
  ['image/png', `\x89PNG\r\n\x1a\n\0\0\0\rIHDR${be32(640)}${be32(480)}`],
  ['image/gif', `GIF89a${le16(640, 480)}`],
  [
    'image/jpeg',
    `\xff\xd8\xff\xe0${be16(6)}JFIF\xff\xff\xc4${be16(3)}\0\xff\xc2${be16(17)}\x08${be16(480, 640)}`,
  ],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8X\0\0\0\0\0\0\0\0${le24(639)}${le24(479)}`],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8L\0\0\0\0\x2f${vp8l(640, 480)}`],
  ['image/webp', `RIFF\0\0\0\0WEBPVP8 \0\0\0\0\0\0\0\x9d\x01\x2a${le16(640, 480)}`],
  ['image/bmp', `BM${'\0'.repeat(16)}${le16(640, 0)}${le16(0xfe20, 0xffff)}`],
]

test.each(HEADERS)(
  'the size of %s is what its header says, and unknown of every part of the header',
  (type, header) => {
    const bytes = Buffer.from(header, 'latin1')
    expect(imageSize(bytes, type)).toEqual({ width: 640, height: 480 })
    for (let end = 0; end < bytes.length; end++)
      expect(imageSize(bytes.subarray(0, end), type)).toBeUndefined()
  },
)

test('an image without pixels, of another type or of endless segments has none', () => {
  expect(imageSize(Buffer.from(`GIF89a${le16(0, 480)}`, 'latin1'), 'image/gif')).toBeUndefined()
  expect(imageSize(Buffer.from('RIFF'), 'image/tiff')).toBeUndefined()
  expect(imageSize(Buffer.alloc(1_000_000, 0xff), 'image/jpeg')).toBeUndefined()
})
