import { entriesWithin } from './entries-within.ts'
import { splitName } from './name-words.ts'

/** Words that ask for an address or an account, and not for whose. */
const ANY_ADDRESS: ReadonlySet<string> = new Set(
  'url urls link links profile page account handle file download official company'.split(' '),
)
const MOST_VALUES = 200

/** An address of an entity that a name asks for by its host (`linkedin_url`) or its kind of file (`mp4_url`); undefined where none or several fit. */
export function addressNamed(asked: string, entity: unknown): string | undefined {
  const word = splitName(asked)
    .filter((each) => !ANY_ADDRESS.has(each))
    .join('')
  if (word.length < 2) return undefined
  const fitting = new Set(addressesOf(entity).filter((address) => isNamed(address, word)))
  return fitting.size === 1 ? [...fitting][0] : undefined
}

function isNamed(address: string, word: string): boolean {
  const { hostname, pathname } = new URL(address)
  const labels = hostname.split('.')
  return labels.slice(0, -1).slice(-2).includes(word) || pathname.toLowerCase().endsWith(`.${word}`)
}

function addressesOf(entity: unknown): string[] {
  return [...entriesWithin(entity, MOST_VALUES)]
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string')
    .filter((value) => /^https?:\/\//i.test(value) && URL.canParse(value))
}
