import Sequencer from '@gleaner/testkit/jest/longest-first'

type Tests = Awaited<ReturnType<Sequencer['sort']>>

/** Test files in the order of SUITES, a list of paths with commas. */
export default class InGivenOrder extends Sequencer {
  override async sort(tests: Tests): Promise<Tests> {
    const suites = process.env.SUITES!.split(',')
    const placeOf = (path: string) => suites.findIndex((suite) => path.endsWith(`/${suite}`))
    return tests.toSorted((a, b) => placeOf(a.path) - placeOf(b.path))
  }
}
