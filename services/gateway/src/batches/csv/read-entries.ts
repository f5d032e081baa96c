import { ApiError, type Issue, LIMITS } from '@gleaner/contracts'
import { readText } from '@gleaner/contracts/read-text'
import { unwrap } from '@gleaner/contracts/schema-shape'
import { putAt } from '@gleaner/contracts/schemas/scrape/query'
import { createPace } from '@gleaner/runtime'
import { z } from 'zod'
import { checkJsonBounds } from '../../parse-json.ts'
import type { CsvLine } from './parse-csv.ts'
import type { Column } from './read-columns.ts'

/** What is wrong with a line before its values are looked at. */
export interface LineFault {
  index: number
  issues: readonly Issue[]
}

/** The entries of a batch, one a line, without the cells that are at fault. */
export async function readEntries(
  lines: readonly CsvLine[],
  columns: readonly Column[],
  width: number,
): Promise<{ entries: Record<string, unknown>[]; faults: LineFault[] }> {
  // What a column of its own says goes before the same in an object.
  const inOrder = columns.toSorted((a, b) => a.place.length - b.place.length)
  const turn = createPace()
  const faults: LineFault[] = []
  const entries: Record<string, unknown>[] = []
  for (const [index, { cells }] of lines.entries()) {
    const { entry, issues } = readEntry(cells, inOrder, width)
    entries.push(entry)
    if (issues.length > 0) faults.push({ index, issues })
    await turn()
  }
  return { entries, faults }
}

function readEntry(cells: readonly string[], columns: readonly Column[], width: number) {
  const entry: Record<string, unknown> = {}
  const issues: Issue[] = []
  if (cells.slice(width).some((cell) => cell.trim() !== ''))
    issues.push({
      path: '',
      message: `has ${cells.length} cells, and the header ${width}; put quotes around cells that hold the delimiter`,
    })
  for (const { at, place, schema } of columns) {
    const cell = cells[at] ?? ''
    if (cell.trim() === '') continue
    const message = faultOf(cell, place)
    if (message === undefined) putAt(entry, place, readCell(cell, place, schema))
    else issues.push({ path: place.join('.'), message })
  }
  return { entry, issues }
}

/** Taken as it stands, whatever is around it: it is sent on. */
const VERBATIM = 'body'
const LARGE_BYTES = LIMITS.requestText

function faultOf(cell: string, [field]: readonly string[]): string | undefined {
  if (field !== VERBATIM && cell.length > LARGE_BYTES)
    return `is longer than ${LARGE_BYTES / 1024} KB, which nothing here takes`
  if (!/^\s*[[{]/.test(cell)) return undefined
  try {
    checkJsonBounds(cell, field!)
    return undefined
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return (error.details as { issues: Issue[] }).issues[0]!.message
  }
}

function readCell(cell: string, place: readonly string[], schema: z.ZodType): unknown {
  if (place[0] === VERBATIM) return cell
  const text = cell.trim().replace(ESCAPED_FORMULA, '')
  return readText(schema, unwrap(schema) instanceof z.ZodArray ? withCommas(text) : text)
}

/** What our own CSV puts before a cell that a spreadsheet would take for a formula (`csvText`). */
const ESCAPED_FORMULA = /^'(?=[=+\-@])/

/** A list of words may have other signs between them, as its cell has a delimiter around it. */
function withCommas(text: string): string {
  return /^\w+(?:\s*[|;,]\s*\w+)*$/.test(text) ? text.replaceAll(/[|;]/g, ',') : text
}
