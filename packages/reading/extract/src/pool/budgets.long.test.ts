import { MEGABYTE } from '@gleaner/runtime/units'
import { afterAll, expect, test } from '@jest/globals'
import { createExtractPool } from '../pool.ts'
import { EXPLODING, type ExplodingDocument } from '../testing/exploding-documents.ts'
import { watchPeak } from '../testing/process-tree.ts'

/** The budgets of a tier service. */
const BUDGET = { memoryMb: 512, cpuMs: 10_000, ocrCpuMs: 60_000 }
/** What a program takes by itself, and between two looks on a busy machine. */
const BESIDE_MB = 512
const MAX_REPLY = 50 * MEGABYTE

const pool = createExtractPool({ threads: 1, ...BUDGET })
afterAll(() => pool.close())

test.each(Object.entries<ExplodingDocument>(EXPLODING))(
  '%s at full size is read or ended within the budget of a service',
  async (_, { type, make, ocr = false }) => {
    const peak = watchPeak()
    const outcome = await pool.extractJson(
      {
        url: 'https://example.com/document',
        body: make(1),
        contentType: type,
        mode: 'auto',
        formats: undefined,
        includeRawHtml: true,
        onlyMainContent: true,
        removeCookieBanners: true,
        evidence: false,
        ocr,
        maxContentBytes: MAX_REPLY,
      },
      {},
    )
    if (outcome.ok) expect(Buffer.byteLength(outcome.json)).toBeLessThanOrEqual(MAX_REPLY)
    else expect(outcome.code).toBe('EXTRACTION_FAILED')
    expect(peak()).toBeLessThan((BUDGET.memoryMb + BESIDE_MB) * MEGABYTE)
  },
)
