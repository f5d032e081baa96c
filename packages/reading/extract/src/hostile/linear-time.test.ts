import { startChain } from '@gleaner/changes'
import { describe, expect, test } from '@jest/globals'
import { extract } from '../extract.ts'
import { DATA_INPUTS } from './data-inputs.ts'
import { DOCUMENT_INPUTS } from './document-inputs.ts'
import { measureGrowth } from './growth.ts'
import { type HostileInput, requestFor } from './hostile-input.ts'
import { SOME_RUN_INPUTS } from './run-inputs.ts'
import { STRUCTURE_INPUTS } from './structure-inputs.ts'

/** Characters; the sweep of `bench/extraction/hostile.ts` goes to megabytes, and takes every run to every place. */
const SIZES = [8 * 1024, 64 * 1024] as const
/** Well between linear and quadratic. */
const MAX_EXPONENT = 1.6
/** Of the largest input, for all formats together. Linear readers take a tenth of it on an idle machine. */
const MAX_MS = 8_000

async function readAll(input: HostileInput, size: number): Promise<void> {
  // Much of the version before is there still, and much is not.
  const before = startChain(`<p>Before.</p>${input.make(size / 2)}`).full
  const outcome = await extract({
    ...requestFor(input, size),
    rag: { overlap_tokens: 64 },
    tracking: { mode: 'exact', previousScrapeAt: null, before, isGone: false, isNamedOnly: true },
  })
  expect(outcome).toMatchObject({ ok: true, tracked: { status: expect.any(String) } })
}

const FAMILIES: Readonly<Record<string, readonly HostileInput[]>> = {
  'runs of one thing': SOME_RUN_INPUTS,
  'many elements': STRUCTURE_INPUTS,
  'declared data': DATA_INPUTS,
  'other documents': DOCUMENT_INPUTS,
}

describe.each(Object.entries(FAMILIES))('readers of %s', (_, inputs) => {
  test.each(inputs.map((input) => [input.name, input] as const))(
    'take no more than linear time: %s',
    async (__, input) => {
      const { exponent, largestMs } = await measureGrowth((size) => readAll(input, size), SIZES)
      expect(exponent).toBeLessThan(MAX_EXPONENT)
      expect(largestMs).toBeLessThan(MAX_MS)
    },
  )
})
