import * as words from '../../../words/index.ts'
import { GridView } from './grid-view.tsx'
import { More } from './more.tsx'

/** The format `tables`. */
export interface PageTable {
  caption: string
  heading: string
  header: string[][]
  rows: string[][]
}

const TABLES_AT_ONCE = 10

export function TablesView({ tables }: { tables: readonly PageTable[] }) {
  if (tables.length === 0) return <p class="muted">{words.playground.noTables}</p>
  return (
    <More items={tables} step={TABLES_AT_ONCE}>
      {(shown) => (
        <ol class="stack">
          {shown.map(({ caption, heading, header, rows }, index) => (
            <li key={index}>
              <GridView
                heads={header}
                rows={rows}
                name={`table-${index + 1}`}
                caption={caption || heading || words.playground.table(index + 1)}
              />
            </li>
          ))}
        </ol>
      )}
    </More>
  )
}
