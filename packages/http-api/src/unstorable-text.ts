import type { Issue } from '@gleaner/contracts'
import { isStorableText } from '@gleaner/db'

const MESSAGE = 'must not contain U+0000, nor half of a surrogate pair (U+D800 to U+DFFF)'

/**
 * The strings and names of a parsed request that Postgres would refuse, wherever they stand: what is accepted can be
 * stored. Nested no deeper than `parseJson` allows.
 */
export function unstorableText(value: unknown): Issue[] {
  const found: Issue[] = []
  collect(value, '', found)
  return found
}

function collect(value: unknown, path: string, found: Issue[]): void {
  if (typeof value === 'string') {
    if (!isStorableText(value)) found.push({ path, message: MESSAGE })
    return
  }
  if (typeof value !== 'object' || value === null) return
  for (const name in value) {
    const inner = path === '' ? readable(name) : `${path}.${readable(name)}`
    if (!isStorableText(name)) found.push({ path: inner, message: `has a name that ${MESSAGE}` })
    collect((value as Record<string, unknown>)[name], inner, found)
  }
}

function readable(name: string): string {
  return isStorableText(name) ? name : name.toWellFormed().replaceAll('\0', '\ufffd')
}
