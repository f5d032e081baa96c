import type { Issue } from '@gleaner/contracts'
import { isStorableText } from '@gleaner/db'

const MESSAGE = 'must not contain U+0000, nor half of a surrogate pair (U+D800 to U+DFFF)'

/**
 * The strings and names of a parsed request that Postgres would refuse, wherever they stand: what is accepted can be
 * stored. Nested no deeper than `parseJson` allows.
 */
export function unstorableText(value: unknown): Issue[] {
  const found: Issue[] = []
  collect(value, [], found)
  return found
}

/** `names` leads to the value. A request has a hundred thousand values, so that a path is only written for what is found. */
function collect(value: unknown, names: string[], found: Issue[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) found.push({ path: pathOf(names), message: MESSAGE })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const name of Object.keys(value)) {
    names.push(name)
    if (!isStorableText(name)) found.push({ path: pathOf(names), message: `has a name that ${MESSAGE}` })
    collect((value as Record<string, unknown>)[name], names, found)
    names.pop()
  }
}

function pathOf(names: readonly string[]): string {
  return names.map(readable).join('.')
}

function readable(name: string): string {
  return isStorableText(name) ? name : name.toWellFormed().replaceAll('\0', '\ufffd')
}
