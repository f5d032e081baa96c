import {
  closest,
  ELEMENT,
  type Element,
  findFirst,
  HEADINGS,
  INVISIBLE_TAGS,
  TEXT,
  walk,
} from '@gleaner/markup'
import { findDates, parseDate } from '@gleaner/values'
import { SIGNED_NAME } from '../heuristics/byline.ts'
import { cleanName, looksLikeName } from '../heuristics/clean-name.ts'
import { OF_MEMBERS } from '../heuristics/post-date.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { isRow, isTable, namedCells, namesItsRow } from './column-heads.ts'
import { labelledValues } from './labelled-facts.ts'

/** Named elements that are read of one entry, and the longest text of one. */
const MOST_NAMED = 25
const NAMED_CHARS = 1_000
const TEXT_CHARS = 4_000
/** Longest line that dates an entry. */
const LINE_CHARS = 80
/** Names of an element: `job-card__company-name` says company name, and name. */
const NAME = /^[a-z][a-z\d]*(?:[-_][a-z\d]+)*$/i

/** `INV-1041`, `#73`: a number with letters before it. */
const CODE = /^#?[A-Z]{0,6}[-/ ]?\d[\d./-]*$/

/**
 * One entry of a list: what a reader of tiles knows of it, who wrote it when, what the columns of its table and the labels in it say, and
 * what its elements are named for (`<span class="job-company">` is its `job-company` and its `company`); with all of its text.
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
  const table = isRow(element) ? closest(element, isTable) : undefined
  const cells = table ? namedCells(table, element) : []
  const said = [
    ...cells.map(({ name, cell }) => [name, shortText(cell, NAMED_CHARS)] as const),
    ...Object.entries(labelledValues(element)),
  ]
  for (const [name, text] of said) note(record, name, text)
  // What the page itself calls a title goes before a number that is linked.
  const title = said.find(([name, text]) => namesItsRow(name) && text !== '')
  if (title && record.name !== undefined) record.name = title[1]
  for (const [name, text] of named) if (name !== 'author') note(record, name, text)
  const code = [titleOf(element), record.name].find((title) => CODE.test(String(title)))
  if (code !== undefined) note(record, 'number', String(code))
  note(record, 'text', shortText(element, TEXT_CHARS))
  return record
}

/** What the entry is headed. */
function titleOf(element: Element): string | undefined {
  const heading = findFirst(element, HEADINGS)
  return heading && shortText(heading, LINE_CHARS)
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
