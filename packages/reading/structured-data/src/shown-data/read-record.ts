import { ELEMENT, type Element, INVISIBLE_TAGS, TEXT, walk } from '@gleaner/markup'
import { findDates, parseDate } from '@gleaner/values'
import { SIGNED_NAME } from '../heuristics/byline.ts'
import { cleanName, looksLikeName } from '../heuristics/clean-name.ts'
import { OF_MEMBERS } from '../heuristics/post-date.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

/** Named elements that are read of one entry, and the longest text of one. */
const MOST_NAMED = 25
const NAMED_CHARS = 1_000
const TEXT_CHARS = 4_000
/** Longest line that dates an entry. */
const LINE_CHARS = 80
/** Names of an element: `job-card__company-name` says company name, and name. */
const NAME = /^[a-z][a-z\d]*(?:[-_][a-z\d]+)*$/i

/**
 * One entry of a list: what a reader of tiles knows of it, who wrote it when, and what its elements are named for
 * (`<span class="job-company">` is its `job-company` and its `company`); with all of its text.
 */
export function readRecord(element: Element, tile: JsonObject = {}): JsonObject {
  const record: JsonObject = { ...tile }
  const named: [name: string, text: string][] = []
  /** The text before, which may say whose date follows. */
  let label = ''
  walk(element, (node) => {
    if (node.type === TEXT) {
      const line = node.value.length <= LINE_CHARS ? node.value.trim() : ''
      if (record.datePublished === undefined && !OF_MEMBERS.test(`${label} ${line}`))
        note(record, 'datePublished', findDates(line)[0]?.date)
      if (node.value.trim() !== '') label = /\d/.test(line) ? '' : line
      return undefined
    }
    if (node.type !== ELEMENT) return undefined
    if (INVISIBLE_TAGS.has(node.tag)) return 'skip'
    if (node.tag === 'time') note(record, 'datePublished', dateOf(node))
    const names = named.length < MOST_NAMED ? namesOf(node) : []
    if (names.length === 0) return undefined
    const text = shortText(node, NAMED_CHARS)
    if (SIGNED_NAME.test((node.attrs.class ?? '').toLowerCase())) note(record, 'author', nameIn(text))
    for (const name of names) named.push([name, text])
    return undefined
  })
  for (const [name, text] of named) if (name !== 'author') note(record, name, text)
  note(record, 'text', shortText(element, TEXT_CHARS))
  return record
}

function note(record: JsonObject, name: string, value: string | undefined): void {
  if (value && record[name] === undefined && name !== '__proto__') record[name] = value
}

function nameIn(text: string): string | undefined {
  const name = cleanName(text)
  return name && looksLikeName(name) ? name : undefined
}

function dateOf(time: Element): string | undefined {
  const { datetime } = time.attrs
  return (datetime && parseDate(datetime)) || parseDate(shortText(time, LINE_CHARS)) || undefined
}

/** Each class, and what it ends with behind its block (`card__price`, `post-author`). */
function namesOf({ attrs }: Element): string[] {
  const written = `${attrs.itemprop ?? ''} ${(attrs.class ?? '').slice(0, 300)}`.split(/\s+/)
  const names = written.filter((name) => name.length < 60 && NAME.test(name)).slice(0, 8)
  return [...new Set(names.flatMap((name) => [name, name.split(/[-_]+/).at(-1)!]))].filter(
    (name) => name.length > 2,
  )
}
