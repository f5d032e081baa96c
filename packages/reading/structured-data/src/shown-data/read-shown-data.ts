import type { Document } from '@gleaner/markup'
import { familyOf } from '@gleaner/page-types'
import { findQuestions } from '../heuristics/questions.ts'
import { findLists } from '../lists/find-lists.ts'
import { pageFacts } from '../page-facts.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { labelledFacts } from './labelled-facts.ts'
import { readRecord } from './read-record.ts'
import { soleValues } from './sole-values.ts'
import { tableRecords } from './table-records.ts'

/** What a page shows besides its subject, for callers who ask for it by name. */
export interface ShownData {
  /** Lists of things, the surest first: declared ones, questions, tables, and rows of similar elements. */
  lists: JsonObject[][]
  /** Values by the labels that the page prints beside them. */
  labels: Record<string, string>
}

const LEAST_ENTRIES = 2
/** Rows of similar elements that are read entry by entry, those with the most text first. */
const MOST_SHOWN = 8

/** Reads the lists and the labelled values of a page: costs a walk or two, and is for extraction schemas only. */
export function readShownData(document: Document, page: { url: string }): ShownData {
  const facts = pageFacts(document, page.url)
  const { index, items } = facts
  if (!index.body) return { lists: [], labels: {} }
  const questions = findQuestions(index.body)
  const shown = findLists(index, { ...facts, dates: index.dates }).lists.slice(0, MOST_SHOWN)
  return {
    lists: [
      ...declaredLists(items.map(({ item }) => item)),
      ...shown.map(({ entries, records }) => entries.map((entry, at) => readRecord(records[at]![0]!, entry))),
      questions,
      ...tableRecords(index.body, facts.base),
    ].filter(({ length }) => length >= LEAST_ENTRIES),
    labels: { ...soleValues(index, facts.country), ...labelledFacts(index) },
  }
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
