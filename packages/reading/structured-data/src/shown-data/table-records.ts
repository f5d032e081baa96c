import { type Element, findAll, resolveUrl } from '@gleaner/markup'
import { findDates } from '@gleaner/values'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'
import { isRow, isTable, type NamedCell, namedCells, namesItsRow } from './column-heads.ts'

const MOST = { tables: 20, rows: 500 }
const CELL_CHARS = 1_000
const DATE_CHARS = 60
/** The rows of each table by the names of its columns, with what each is about, leads to and is dated; a table without names for all columns has none. */
export function tableRecords(body: Element, base: string): JsonObject[][] {
  return findAll(body, isTable)
    .slice(0, MOST.tables)
    .map((table) => recordsOf(table, base))
}

function recordsOf(table: Element, base: string): JsonObject[] {
  return findAll(table, isRow)
    .slice(0, MOST.rows)
    .map((row) => recordOf(namedCells(table, row), base))
    .filter((record) => Object.keys(record).length > 0)
}

function recordOf(cells: readonly NamedCell[], base: string): JsonObject {
  const texts = cells.map(({ name, cell }) => ({ name, cell, text: shortText(cell, CELL_CHARS) }))
  const record: JsonObject = Object.fromEntries(
    texts.filter(({ text }) => text !== '').map(({ name, text }) => [name, text]),
  )
  if (Object.keys(record).length === 0) return record
  const named = texts.find(({ name, text }) => namesItsRow(name) && text !== '')
  const date = texts.map(({ text }) => (text.length <= DATE_CHARS ? findDates(text)[0]?.date : undefined))
  const url = [...(named ? [named.cell] : []), ...cells.map(({ cell }) => cell)]
    .map((cell) => addressIn(cell, base))
    .find(Boolean)
  return {
    ...(named && { name: named.text }),
    ...(url && { url }),
    ...(date.some(Boolean) && { datePublished: date.find(Boolean) }),
    ...record,
  }
}

function addressIn(cell: Element, base: string): string | undefined {
  const [link] = findAll(cell, ({ tag, attrs }) => tag === 'a' && /^[^#]/.test(attrs.href ?? ''))
  const url = link && resolveUrl(base, link.attrs.href!)
  return url && /^https?:/.test(url) ? url : undefined
}
