import type { ComponentChildren } from 'preact'
import { csvOf } from '../../../api/csv-of.ts'
import { OutLink } from '../../../parts/markdown-view.tsx'
import { More } from './more.tsx'
import { TakeAway } from './text-view.tsx'

const ROWS_AT_ONCE = 200
const CELL_CHARS = 500
/** As a page prints it. */
const isNumber = (text: string) => /^[+-]?\d[\d.,]*$/.test(text)

/** Rows below names of columns, with the whole as CSV. `heads`: rows of names, the last is nearest to the data. */
export function GridView({
  heads,
  rows,
  name,
  caption,
}: {
  heads: readonly (readonly string[])[]
  rows: readonly (readonly string[])[]
  name: string
  caption?: string
}) {
  return (
    <div class="stack">
      <TakeAway text={() => csvOf([...heads, ...rows], isNumber)} name={`${name}.csv`} type="text/csv" />
      <More items={rows} step={ROWS_AT_ONCE}>
        {(shown) => (
          <div class="grid-frame" tabIndex={0} role="group" aria-label={caption ?? name}>
            <table class="grid">
              {caption && <caption>{caption}</caption>}
              <thead>
                {heads.map((head, index) => (
                  <tr key={index}>
                    {head.map((cell, column) => (
                      <th key={column} scope="col">
                        {cell}
                      </th>
                    ))}
                  </tr>
                ))}
              </thead>
              <tbody>
                {shown.map((row, index) => (
                  <tr key={index}>
                    {row.map((cell, column) => (
                      <td key={column}>{cellOf(cell)}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </More>
    </div>
  )
}

function cellOf(cell: string): ComponentChildren {
  const shown = cell.length > CELL_CHARS ? `${cell.slice(0, CELL_CHARS)}…` : cell
  return /^https?:\/\/\S+$/.test(cell) ? <OutLink href={cell}>{shown}</OutLink> : shown
}

/** Things of one kind as rows: a column for each name that one of them has. */
export function RecordsView({ records, name }: { records: readonly object[]; name: string }) {
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))]
  const rows = records.map((record) =>
    columns.map((column) => textOf((record as Record<string, unknown>)[column])),
  )
  return <GridView heads={[columns]} rows={rows} name={name} />
}

const textOf = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value)

/** Whether a value is a list of objects, which is best seen as rows. */
export const isRecords = (value: unknown): value is object[] =>
  Array.isArray(value) &&
  value.length > 0 &&
  value.every((each) => typeof each === 'object' && each !== null && !Array.isArray(each))
