import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files beside this one, in the order in which a page has them. */
export type StyleName = 'tokens' | 'base' | 'form' | 'button' | 'notice' | 'state-word'

export function readStyle(name: StyleName): string {
  return readFileSync(join(import.meta.dirname, `${name}.css`), 'utf8')
}
