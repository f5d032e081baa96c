import type { PageSurvey } from './page-index.ts'

/** A reader of a page whose result is kept: the kind of a page, its data and its metadata ask for the same things. */
export function oncePerPage<Args extends unknown[], Result>(
  read: (survey: PageSurvey, ...args: Args) => Result,
): (survey: PageSurvey, ...args: Args) => Result {
  const known = new WeakMap<PageSurvey, { args: Args; result: Result }>()
  return (survey, ...args) => {
    const before = known.get(survey)
    if (before?.args.every((arg, at) => arg === args[at])) return before.result
    const result = read(survey, ...args)
    known.set(survey, { args, result })
    return result
  }
}
