import { isObject } from '@gleaner/runtime/is-object'
import { splitName } from './name-words.ts'

/** Words that ask for an address or an account, and not for whose. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(
  'url urls link links profile page account handle file download official company'.split(' '),
)
const MOST_ADDRESSES = 200
const MAX_DEPTH = 3

/** An address of an entity that a name asks for by its host (`linkedin_url`) or its kind of file (`mp4_url`); undefined where none or several fit. */
export function addressNamed(asked: string, entity: unknown): string | undefined {
  const word = splitName(asked)
    .filter((each) => !ANY_ADDRESS.has(each))
    .join('')
  if (word.length < 2) return undefined
  const fitting = new Set([...addressesOf(entity)].filter((address) => isNamed(address, word)))
  return fitting.size === 1 ? [...fitting][0] : undefined
}

function isNamed(address: string, word: string): boolean {
  const { hostname, pathname } = new URL(address)
  const labels = hostname.split('.')
  return labels.slice(0, -1).slice(-2).includes(word) || pathname.toLowerCase().endsWith(`.${word}`)
}

function* addressesOf(entity: unknown): Generator<string> {
  let level: unknown[] = [entity]
  let seen = 0
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: unknown[] = []
    for (const value of level.flatMap((object) => (isObject(object) ? Object.values(object) : []))) {
      for (const entry of [value].flat().slice(0, 50)) {
        if (++seen > MOST_ADDRESSES) return
        if (typeof entry === 'string' && /^https?:\/\//i.test(entry) && URL.canParse(entry)) yield entry
        else if (isObject(entry)) next.push(entry)
      }
    }
    level = next
  }
}
