import type { Schemas } from '@gleaner/sdk'
import { Credits } from '../../parts/amounts.tsx'
import type { Column } from '../../parts/data-table.tsx'
import { TierBadge } from '../../parts/ladder.tsx'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

type Entry = Schemas['JobListEntry']

/** A job in a row, wherever jobs are listed. */
export const JOB_COLUMNS: readonly Column<Entry>[] = [
  {
    key: 'state',
    title: words.jobs.columns.state,
    width: '110px',
    cell: ({ status }) => <StateWord state={status} />,
  },
  {
    key: 'page',
    title: words.jobs.columns.page,
    width: 'minmax(140px, 1fr)',
    cell: ({ url, error }) => <span title={error ?? url}>{url}</span>,
  },
  {
    key: 'tier',
    title: words.jobs.columns.tier,
    width: '44px',
    cell: ({ tier }) => <TierBadge tier={tier} />,
  },
  {
    key: 'status',
    title: words.jobs.columns.status,
    width: '56px',
    numeric: true,
    optional: true,
    cell: ({ status_code }) => <span class="mono">{status_code ?? '–'}</span>,
  },
  {
    key: 'credits',
    title: words.jobs.columns.credits,
    width: '72px',
    numeric: true,
    cell: ({ credits }) => <Credits value={credits} unit={false} />,
  },
  {
    key: 'when',
    title: words.jobs.columns.when,
    width: '110px',
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]
