import { startChain } from '@gleaner/changes'
import { describe, expect, test } from '@jest/globals'
import { extract } from '../extract.ts'
import { measureGrowth } from '../hostile/growth.ts'
import { type HostileInput, requestFor } from '../hostile/hostile-input.ts'

/** Characters. */
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

/** Reads inputs of each family in all formats, small and large. */
export function testLinearTime(families: Readonly<Record<string, readonly HostileInput[]>>): void {
  describe.each(Object.entries(families))('readers of %s', (_, inputs) => {
    test.each(inputs.map((input) => [input.name, input] as const))(
      'take no more than linear time: %s',
      async (__, input) => {
        const { exponent, largestMs } = await measureGrowth((size) => readAll(input, size), SIZES)
        expect(exponent).toBeLessThan(MAX_EXPONENT)
        expect(largestMs).toBeLessThan(MAX_MS)
      },
    )
  })
}
