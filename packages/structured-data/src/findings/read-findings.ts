import type { Document, Element } from '@gleaner/markup'
import { familyOf } from '@gleaner/page-types'
import { findQuestions } from '../heuristics/questions.ts'
import { readTile, similarGroups } from '../heuristics/tiles.ts'
import { pageFacts } from '../page-facts.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { labelledFacts } from './labelled-facts.ts'
import { readRecord } from './read-record.ts'
import { tableRecords } from './table-records.ts'

/** What a page shows besides its subject, for callers who ask for it by name. */
export interface Findings {
  /** Lists of things, the surest first: declared ones, questions, tables, and rows of similar elements. */
  lists: JsonObject[][]
  /** Values by the labels that the page prints beside them. */
  labels: Record<string, string>
}

const LEAST_ENTRIES = 2
/** Rows of similar elements that are read entry by entry, those with the most text first. */
const MOST_SHOWN = 8
const MOST_ENTRIES = 200
/** An entry counts by at most so much of its text. */
const ENTRY_CHARS = 500

/** Reads the lists and the labelled values of a page: costs a walk or two, and is for extraction schemas only. */
export function readFindings(document: Document, page: { url: string }): Findings {
  const { index, base, country, items } = pageFacts(document, page.url)
  if (!index.body) return { lists: [], labels: {} }
  const questions = findQuestions(index.body)
  const shown = similarGroups(index).groups.map((group) => ({ group, chars: charsIn(group) }))
  const largest = shown.toSorted((a, b) => b.chars - a.chars).slice(0, MOST_SHOWN)
  return {
    lists: [
      ...declaredLists(items.map(({ item }) => item)),
      questions,
      ...tableRecords(index.body),
      ...largest.map(({ group }) =>
        group.slice(0, MOST_ENTRIES).map((element) => readRecord(element, readTile(element, base, country))),
      ),
    ].filter(({ length }) => length >= LEAST_ENTRIES),
    labels: labelledFacts(index),
  }
}

function charsIn(group: readonly Element[]): number {
  return group
    .slice(0, MOST_ENTRIES)
    .reduce((sum, element) => sum + shortText(element, ENTRY_CHARS).length, 0)
}

/** Declared items of one family: the products of a shop's page, the answers of a thread. */
function declaredLists(items: readonly JsonObject[]): JsonObject[][] {
  const families = new Map<string, JsonObject[]>()
  for (const item of items) {
    const family = familyOf(item['@type'])
    if (!family || family === 'breadcrumb' || family === 'site') continue
    families.set(family, [...(families.get(family) ?? []), item])
  }
  return [...families.values()]
}
