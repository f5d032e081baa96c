/** What links to a page say. */
export interface Texts {
  /** Of links to it as a whole, each once, in the order in which they were found. */
  texts?: string[] | undefined
  /** Of links to places on it (`#install`), with commas between them. */
  parts?: string | undefined
}

const MOST_TEXTS = 6
const MOST_CHARS_OF_PARTS = 1_000

/** Adds the text of a link; false when nothing is new by it. */
export function addText(page: Texts, text: string | undefined, isPart = false): boolean {
  if (!text) return false
  if (isPart) {
    const { parts = '' } = page
    if (parts.length > MOST_CHARS_OF_PARTS || parts.includes(text)) return false
    page.parts = parts === '' ? text : `${parts}, ${text}`
    return true
  }
  const { texts = [] } = page
  if (texts.length >= MOST_TEXTS || texts.includes(text)) return false
  page.texts = [...texts, text]
  return true
}

/** Tells the texts that lead to many pages (`next`, `read more`): they are no names. */
export interface TextUses {
  note(text: string, key: string): void
  isCommon(text: string): boolean
}

/** A name that so many pages share may still be one: `Overview` of each part of a manual. */
const MOST_PAGES = 4
const MOST_NOTED = 50_000

export function createTextUses(): TextUses {
  const uses = new Map<string, { last: string; pages: number }>()
  return {
    note(text, key) {
      const known = uses.get(text)
      if (known && known.last !== key) {
        known.last = key
        known.pages++
      } else if (!known && uses.size < MOST_NOTED) {
        uses.set(text, { last: key, pages: 1 })
      }
    },
    isCommon: (text) => (uses.get(text)?.pages ?? 0) > MOST_PAGES,
  }
}
