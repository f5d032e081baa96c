import { MAX_URL_LENGTH } from '../limits.ts'
import { ReadProblem } from '../problem.ts'
import type { EntryReader, RawEntry } from './raw-entry.ts'

/** Lines without an address after which a file is something else. */
const MAX_FOREIGN_LINES = 20

/** A text sitemap: an address a line. */
export function createTextReader(): EntryReader {
  let rest = ''
  let foreign = 0
  let isKnown = false

  function entriesOf(lines: readonly string[]): RawEntry[] {
    const entries: RawEntry[] = []
    for (const line of lines) {
      const url = line.trim()
      if (url === '') continue
      if (/^https?:\/\/[^\s<>]+$/i.test(url) && url.length <= MAX_URL_LENGTH) {
        isKnown = true
        entries.push({ kind: 'page', url })
      } else if (!isKnown && ++foreign > MAX_FOREIGN_LINES) {
        throw notASitemap()
      }
    }
    return entries
  }

  return {
    read(text) {
      const lines = (rest + text).split(/[\r\n]+/)
      rest = lines.pop()!
      // No address is so long: only its beginning is kept, which is none either.
      if (rest.length > 2 * MAX_URL_LENGTH) rest = rest.slice(0, MAX_URL_LENGTH + 1)
      return entriesOf(lines)
    },
    end() {
      const entries = entriesOf([rest])
      if (!isKnown) throw notASitemap()
      return { entries, isWhole: true }
    },
  }
}

export function notASitemap(): ReadProblem {
  return new ReadProblem('not_a_sitemap', 'What came is neither a sitemap nor a feed')
}
