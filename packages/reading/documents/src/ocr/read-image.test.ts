import { readBlocks, renderText } from '@gleaner/formats'
import { describe, expect, test } from '@jest/globals'
import { readDocument } from '../read-document.ts'
import { wordsImage } from '../testing/words-image.ts'
import { openBundledOcr } from './bundled-ocr.ts'
import { toNetpbm } from './netpbm.ts'

const image = wordsImage()
const options = { url: 'https://example.com/words.png', ocr: true }

describe('an image', () => {
  test('gives the words in it', async () => {
    const result = await readDocument(image, 'image/png', options)
    if (!result.ok) throw new Error(result.message)
    expect(result).toMatchObject({ kind: 'image', ocrUsed: true })
    expect(renderText(readBlocks(result.document))).toContain('Tide tables of the north')
  })

  test('in a language that the machine does not know is refused, naming it', async () => {
    const result = await readDocument(image, 'image/png', { ...options, ocrLanguages: ['xyz'] })
    expect(result).toMatchObject({
      ok: false,
      code: 'EXTRACTION_FAILED',
      message: expect.stringContaining('xyz'),
    })
  })

  test('is given up when its time is over', async () => {
    const signal = AbortSignal.abort()
    expect(await readDocument(image, 'image/png', { ...options, signal })).toMatchObject({
      ok: false,
      message: 'Reading the document took too long.',
    })
    const ocr = await openBundledOcr(['eng'], signal)
    await expect(ocr.read(image)).rejects.toThrow()
    await ocr.close()
  })

  test('that is none is refused', async () => {
    const broken = new TextEncoder().encode('\x89PNG\r\n\x1a\n and then nothing')
    expect(await readDocument(broken, 'image/png', options)).toMatchObject({
      ok: false,
      code: 'EXTRACTION_FAILED',
    })
  })

  test('of raw pixels is read as well', async () => {
    const blank = toNetpbm({
      data: new Uint8Array(60 * 40 * 4).fill(255),
      width: 60,
      height: 40,
      channels: 4,
    })
    const ocr = await openBundledOcr(['eng'])
    expect(await ocr.read(blank)).toEqual([])
    await ocr.close()
  })
})
