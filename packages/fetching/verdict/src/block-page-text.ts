import {
  ABOUT_BLOCK_PAGES,
  ABOUT_TITLE,
  CHECKED,
  DENIED,
  LANGUAGES,
  ORDERED,
  REMEDIES,
  SMALL_TALK,
  SUSPECTED,
  VISITOR,
  WANTED,
} from './block-page-words.ts'

/** How far the text of a page reads like a block page, and what it says as one. */
export interface BlockPageText {
  /** Share of the text, 0 to 1, in sentences of a block page. Quoted words count for nothing. */
  share: number
  denied: boolean
  visitor: boolean
  suspected: boolean
  checked: boolean
  remedies: boolean
  /** A line of its own, or the title, says that the visitor is kept out. */
  deniedLine: boolean
  /** It opens with a line that says that the page is kept from the visitor, or with a sentence that says by whose order. */
  withheld: boolean
  /** It repeats the request: its address, the visitor's, or a number to refer to. */
  echoes: boolean
  /** How many letters it has in all. */
  letters: number
}

/** A sentence is a block page's when one in so many of its words is: stories use these words too, but not so often. */
const WORDS_PER_STEM = 8
/** Only so much is read: no block page is longer, and it bounds the time. */
const MOST_TEXT = 2_600
const MOST_SENTENCES = 60
/** So many of its sentences, with the title, open a page. */
const OPENING = 5
/** Most letters of a line that says one thing. */
const MAX_LINE = 36

/**
 * Weighs the sentences of a page, given as its title and lines of text. A block page says one thing; a page about block
 * pages also says others.
 */
export function readBlockPageText(title: string, lines: string): BlockPageText {
  const written = withoutQuotes(`${title}\n${lines}`.slice(0, MOST_TEXT))
  const text = written.replace(ADDRESS, ' ')
  const isAbout = ABOUT_BLOCK_PAGES.test(text) || ABOUT_TITLE.test(title)
  let own = 0
  let all = 0
  let deniedLine = false
  let withheld = false
  let sentences = 0
  for (const sentence of text.split(SENTENCE_END, MOST_SENTENCES)) {
    const letters = countLetters(sentence)
    if (letters < 3 || LANGUAGES.has(sentence.trim().toLowerCase())) continue
    all += letters
    sentences++
    if (isBlockPageSentence(sentence)) own += letters
    if (!DENIED.test(sentence)) continue
    const isLine = letters <= MAX_LINE
    const isVisitors = VISITOR.test(sentence)
    if (isLine && isVisitors) deniedLine = true
    if (sentences <= OPENING && (isVisitors || WANTED.test(sentence)))
      withheld ||= isLine || ORDERED.test(sentence)
  }
  return {
    share: all === 0 || isAbout ? 0 : own / all,
    letters: all,
    denied: DENIED.test(text),
    visitor: VISITOR.test(text),
    suspected: SUSPECTED.test(text),
    checked: CHECKED.test(text),
    remedies: REMEDIES.test(text),
    deniedLine,
    withheld,
    echoes: ECHOES.test(written),
  }
}

/** Addresses of machines and pages, and numbers of reports: long, with letters and digits in them. */
const ECHOES =
  /(?<![\d.])(?:\d{1,3}\.){3}\d{1,3}(?![\d.])|\bhttps?:\/\/\S|\b(?=[a-z-]*\d)(?=\d*[a-z-])[\da-f-]{12,64}\b/iu

/** Words in the address of a page are names. */
const ADDRESS = /(?:\bhttps?:\/|(?<=\s))\/[^\s]{2,}/g

export const SENTENCE_END = /[\n。！？]|[.!?…](?=\s)/u
/** Addresses, numbers and identifiers say nothing about the kind of a page. */
function countLetters(sentence: string): number {
  const words = sentence.replace(/[\w.:-]+/g, (word) => (/\d/.test(word) ? '' : word))
  return words.replace(/[^\p{L}]+/gu, '').length
}

const STEMS = [DENIED, VISITOR, SUSPECTED, CHECKED, REMEDIES, ORDERED, WANTED, SMALL_TALK].map(
  ({ source }) => new RegExp(source, 'giu'),
)

function isBlockPageSentence(sentence: string): boolean {
  let missing = Math.ceil(sentence.split(/\s+/).length / WORDS_PER_STEM)
  for (const stems of STEMS) {
    missing -= sentence.match(stems)?.length ?? 0
    if (missing <= 0) return true
  }
  return false
}

/** Text without what stands in quotation marks: pages about block pages quote them. */
export function withoutQuotes(text: string): string {
  return text.replace(
    /"[^"\n]{3,160}"|“[^“”\n]{3,160}”|„[^„“\n]{3,160}“|«[^«»\n]{3,160}»|「[^「」\n]{3,160}」/g,
    '',
  )
}
