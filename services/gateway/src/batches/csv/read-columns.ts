import { type Issue, nearestName, type Parameter } from '@gleaner/contracts'
import { findParameter, PARAMETER_NAMES } from '@gleaner/contracts/schemas/scrape/query'
import { z } from 'zod'

/** A column whose cells are values of entries. */
export interface Column {
  /** As the header writes it. */
  name: string
  /** Its place among the cells of a line. */
  at: number
  /** Where its values go in an entry, and what reads them there. */
  place: readonly string[]
  schema: Parameter['schema']
}

/** What the CSV of a batch's results has beside `url`, `external_id` and `metadata`: it may be sent again as it is. */
const OF_RESULTS = new Set(['job_id', 'status', 'status_code', 'credits', 'error_code', 'error'])

const OWN_DATA = /^metadata\.(.+)$/is

/** The columns that a header names, and what is wrong with it. */
export function readColumns(header: readonly string[]): { columns: Column[]; issues: Issue[] } {
  const columns: Column[] = []
  const issues: Issue[] = []
  const names = header.map((cell) => cell.trim())
  for (const [at, name] of names.entries()) {
    if (name === '' || OF_RESULTS.has(plain(name))) continue
    const found = columnOf(name)
    if (typeof found === 'string') issues.push({ path: columnPath(name), message: found })
    else if (columns.some(({ place }) => place.join('.') === found.place.join('.')))
      issues.push({ path: columnPath(name), message: 'is there twice; leave one of them out' })
    else columns.push({ name, at, ...found })
  }
  if (issues.length === 0 && !columns.some(({ place }) => place[0] === 'url'))
    issues.push({
      path: 'line 1',
      message:
        'must name the columns, one of them "url": put a line such as "url,external_id" above the others',
    })
  return { columns, issues }
}

const columnPath = (name: string) => `line 1, column "${name.slice(0, 100)}"`

function columnOf(name: string): Pick<Column, 'place' | 'schema'> | string {
  const [, own] = OWN_DATA.exec(name) ?? []
  if (own !== undefined) return { place: ['metadata', own], schema: z.string() }
  const field = plain(name)
  if (/^https?:/i.test(name))
    return 'is an address; put a line that names the columns above it, such as "url"'
  if (field === 'webhook_url' || field === 'sync' || field === 'on_invalid')
    return 'is of the whole batch; send it in the query, or in the part "options" of a form'
  const known = findParameter(field)
  if (known) return known
  const near = nearestName(field, PARAMETER_NAMES, 0.4)
  return near === undefined
    ? `is no field of an entry; call it "metadata.${name.slice(0, 100)}" to have its values handed back, or leave it out`
    : `is no field of an entry; did you mean "${near}"?`
}

/** As fields are written: spreadsheets make `External ID` of `external_id`. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[\s-]+/g, '_')
}
