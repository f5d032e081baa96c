import type { Test } from '@jest/test-result'
import sequencer from '@jest/test-sequencer'

/**
 * Suites of some half a minute and more on two idle cores, the longest first, most of them in the browser. Begun last, each
 * of these would have one core of two to itself at the end; a fresh clone has no times of its own to go by, and jest then goes
 * by the size of the files.
 */
export const LONG_SUITES = [
  'packages/tools/devstack/src/tests/fleet.test.ts',
  'clients/python/tests/python.test.ts',
  'clients/dashboard/tests/every-page.test.ts',
  'services/gateway/src/declared-urls.test.ts',
  'clients/mcp/src/tests/mcp.test.ts',
  'clients/cli/src/tests/commands.test.ts',
  'packages/fetching/browser-tiers/src/browser/pool/pool.test.ts',
  'packages/reading/extract/src/pool/budgets.test.ts',
  'packages/fetching/browser-tiers/src/browser/fetcher.test.ts',
  'packages/tools/devstack/src/tests/start.test.ts',
  'packages/work/crawl/src/driver/driver.test.ts',
  'packages/platform/db/src/migrate.test.ts',
  'packages/work/crawl/src/traps/traps.test.ts',
  'packages/work/crawl/src/driver/fair-shares.test.ts',
  'packages/fetching/browser-tiers/src/browser/page/options.test.ts',
  'services/gateway/src/tenancy.test.ts',
]

// Its module exports the class itself; its types describe the CommonJS one, whose `default` that is.
const TestSequencer = sequencer as unknown as typeof sequencer.default

/** Begins with the long suites; the others follow as jest would have them. */
export default class LongestFirst extends TestSequencer {
  override async sort(tests: Test[]): Promise<Test[]> {
    const placeOf = ({ path }: Test) => {
      const place = LONG_SUITES.findIndex((suite) => path.endsWith(`/${suite}`))
      return place < 0 ? LONG_SUITES.length : place
    }
    const sorted = await super.sort(tests)
    return sorted.sort((a, b) => placeOf(a) - placeOf(b))
  }
}
