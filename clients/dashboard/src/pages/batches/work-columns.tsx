import { Credits, formatNumber } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import * as words from '../../words/index.ts'

interface Work {
  credits_used: number
  created_at: string
}

/** What lists of batches and of crawls end with. `done` gives how many pages have ended, and of how many. */
export function workColumns<Row extends Work>(done: (row: Row) => [number, number]): Column<Row>[] {
  return [
    {
      key: 'items',
      title: words.work.columns.items,
      numeric: true,
      width: '84px',
      cell: (row) => {
        const [ended, all] = done(row)
        return words.work.progress(formatNumber(ended), formatNumber(all))
      },
    },
    {
      key: 'credits',
      title: words.work.columns.credits,
      numeric: true,
      optional: true,
      width: '80px',
      cell: ({ credits_used }) => <Credits value={credits_used} unit={false} />,
    },
    {
      key: 'when',
      title: words.work.columns.when,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ]
}
