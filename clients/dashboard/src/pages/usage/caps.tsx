import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.usage.caps

/** What became of all requests under one cap; the first row is what did. */
type Row = Omit<Schemas['UsageCap'], 'max_tier'> & { name: string }

const count = (key: 'delivered' | 'lost' | 'failed' | 'unknown', optional = false): Column<Row> => ({
  key,
  title: said.columns[key],
  width: '84px',
  numeric: true,
  optional,
  cell: (row) => formatNumber(row[key]),
})

const COLUMNS: readonly Column<Row>[] = [
  { key: 'cap', title: said.columns.cap, width: 'minmax(96px, 1fr)', cell: ({ name }) => name },
  count('delivered'),
  count('lost', true),
  count('failed', true),
  count('unknown', true),
  {
    key: 'credits',
    title: said.columns.credits,
    width: '96px',
    numeric: true,
    cell: ({ credits }) => <Credits value={credits} unit={false} />,
  },
  {
    key: 'atMost',
    title: said.columns.atMost,
    width: '96px',
    numeric: true,
    optional: true,
    cell: ({ unknown, unknown_credits_at_most }) =>
      unknown > 0 ? <Credits value={unknown_credits_at_most} unit={false} /> : '–',
  },
]

/** The attempts of the time replayed under other caps. */
export function Caps({ start }: { start: string }) {
  const [maxCredits, setMaxCredits] = useState('')
  const caps = useQuery({
    queryKey: ['caps', start, maxCredits],
    queryFn: ({ signal }) =>
      gleaner().usage.caps(
        { start_date: start, ...(maxCredits && { max_credits: Number(maxCredits) }) },
        { signal },
      ),
    placeholderData: (before) => before,
  })
  const { data } = caps
  return (
    <div class="stack">
      <p>{said.lead}</p>
      <div class="filters">
        <TextField
          label={said.maxCredits}
          hint={said.maxCreditsHint}
          type="number"
          min={0}
          value={maxCredits}
          onValue={setMaxCredits}
        />
      </div>
      {caps.error && <ErrorNotice error={caps.error} again={() => caps.refetch()} />}
      <DataTable
        label={said.title}
        columns={COLUMNS}
        rows={data && (data.requests === 0 ? [] : rowsOf(data))}
        keyOf={({ name }) => name}
        empty={<Empty title={said.empty} />}
      />
      {data && data.requests > 0 && (
        <p class="muted small">
          {data.is_cut ? said.cut(formatNumber(data.requests)) : said.counted(formatNumber(data.requests))}{' '}
          {said.unknownHint}
        </p>
      )}
    </div>
  )
}

function rowsOf({ as_it_was, caps }: Schemas['UsageCaps']): Row[] {
  const asItWas = { name: said.asItWas, ...as_it_was, lost: 0, unknown: 0, unknown_credits_at_most: 0 }
  return [asItWas, ...caps.map(({ max_tier, ...cap }) => ({ name: said.upTo(max_tier), ...cap }))]
}
