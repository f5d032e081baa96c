import type { PageIndex } from './page-index.ts'

/** Caches a reader's last result per page: the kind of a page, its data and its metadata need the same facts. */
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
