import type { Schemas } from '@gleaner/sdk'
import { formatDuration } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

const said = words.deliveries.columns

/** A delivery in a row, wherever deliveries are listed. */
export const DELIVERY_COLUMNS: readonly Column<Schemas['WebhookDelivery']>[] = [
  { key: 'state', title: said.state, width: '110px', cell: ({ status }) => <StateWord state={status} /> },
  { key: 'event', title: said.event, width: '160px', cell: ({ event }) => <code>{event}</code> },
  {
    key: 'url',
    title: said.url,
    width: 'minmax(140px, 1fr)',
    cell: ({ url, error }) => <span title={error ?? url}>{url}</span>,
  },
  {
    key: 'answer',
    title: said.answer,
    width: '72px',
    numeric: true,
    cell: ({ status_code }) => <span class="mono">{status_code ?? '–'}</span>,
  },
  {
    key: 'attempts',
    title: said.attempts,
    width: '72px',
    numeric: true,
    optional: true,
    cell: ({ attempts }) => attempts,
  },
  {
    key: 'took',
    title: said.took,
    width: '80px',
    numeric: true,
    optional: true,
    cell: ({ duration_ms }) => (duration_ms === null ? '–' : formatDuration(duration_ms)),
  },
  {
    key: 'when',
    title: said.when,
    width: '110px',
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]
