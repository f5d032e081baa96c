import type { Mode } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { modeWarning } from './mode-warning.ts'

const PNG = '\x89PNG\r\n\x1a\n'
const PAGE = '<!doctype html><p>Words'

test.each<[Mode, string, string | undefined]>([
  ['pdf', '%PDF-1.7', undefined],
  ['pdf', PAGE, 'for a PDF, and the target sent text/html'],
  ['pdf', PNG, 'for a PDF, and the target sent a PNG image'],
  ['ocr', PNG, undefined],
  ['ocr', '%PDF-1.7', undefined],
  ['ocr', PAGE, 'for an image or a PDF, and the target sent text/html'],
  ['auto', PAGE, undefined],
  ['html', '%PDF-1.7', undefined],
])('mode %s with %j: %s', (mode, body, text) => {
  const page = {
    finalUrl: 'https://a.example/',
    redirectChain: [],
    status: 200,
    headers: { 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(body, 'latin1'),
  }
  const warning = modeWarning(mode, page)
  expect(warning).toEqual(text === undefined ? undefined : expect.stringContaining(text))
})
