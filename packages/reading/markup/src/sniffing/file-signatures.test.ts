import { describe, expect, test } from '@jest/globals'
import { fileSignature } from './file-signatures.ts'

const typeOf = (start: string) => fileSignature(Buffer.from(start, 'latin1'))?.type

describe('fileSignature', () => {
  test.each([
    ['%PDF-1.7', 'application/pdf'],
    ['\x89PNG\r\n\x1a\n...', 'image/png'],
    ['RIFF\x10\0\0\0WEBPVP8 ', 'image/webp'],
    ['RIFF\x10\0\0\0WAVEfmt ', 'audio/wav'],
    ['\0\0\0\x1cftypavif', 'image/avif'],
    ['\0\0\0\x1cftypisom', 'video/mp4'],
    ['PK\x03\x04', 'application/zip'],
    ['\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1', 'application/vnd.ms-excel'],
    [`${'\0'.repeat(257)}ustar`, 'application/x-tar'],
  ])('knows %j as %s', (start, type) => {
    expect(typeOf(start)).toBe(type)
  })

  test.each(['', 'plain words', '<!doctype html>', 'Formats WEBP, PNG', 'A sound WAVE'])(
    'knows %j as none',
    (start) => {
      expect(typeOf(start)).toBeUndefined()
    },
  )
})
