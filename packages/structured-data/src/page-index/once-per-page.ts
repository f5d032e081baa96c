import type { PageIndex } from './page-index.ts'

/** A reader of a page whose result is kept: the kind of a page, its data and its metadata ask for the same things. */
export function oncePerPage<Args extends unknown[], Result>(
  read: (index: PageIndex, ...args: Args) => Result,
): (index: PageIndex, ...args: Args) => Result {
  const known = new WeakMap<PageIndex, { args: Args; result: Result }>()
  return (index, ...args) => {
    const before = known.get(index)
    if (before?.args.every((arg, at) => arg === args[at])) return before.result
    const result = read(index, ...args)
    known.set(index, { args, result })
    return result
  }
}
