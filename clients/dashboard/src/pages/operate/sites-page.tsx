import type { Schemas } from '@gleaner/sdk'
import { useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { formatDuration, formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField, TextField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'
import { verdictOf } from './verdict-words.ts'

const said = words.operate.sites
type Site = Schemas['OperatedSites']['sites'][number]
const SORTS = ['failed', 'attempts'] as const

const COLUMNS: readonly Column<Site>[] = [
  { key: 'host', title: said.columns.host, cell: ({ host }) => <span class="mono">{host}</span> },
  {
    key: 'why',
    title: said.columns.why,
    optional: true,
    cell: ({ verdicts, refused }) => (refused ? said.refused : worst(verdicts)),
  },
  {
    key: 'share',
    title: said.columns.share,
    width: '84px',
    numeric: true,
    cell: ({ attempts, delivered }) => `${Math.round((100 * delivered) / attempts)} %`,
  },
  {
    key: 'failed',
    title: said.columns.failed,
    width: '76px',
    numeric: true,
    cell: ({ failed }) => formatNumber(failed),
  },
  {
    key: 'attempts',
    title: said.columns.attempts,
    width: '84px',
    numeric: true,
    optional: true,
    cell: ({ attempts }) => formatNumber(attempts),
  },
  {
    key: 'time',
    title: said.columns.time,
    width: '84px',
    numeric: true,
    optional: true,
    cell: ({ average_ms }) => formatDuration(average_ms),
  },
]

function worst(verdicts: Site['verdicts']): string {
  const found = verdicts.find(({ result }) => result !== 'delivered')
  return found ? said.oftenest(verdictOf(found), found.tier) : said.nothingWrong
}

/** The most that the service gives. */
const MOST = 200

/** Which site fails, and why. */
export default function SitesPage() {
  const [search, setSearch] = useSearchParams()
  const hours = search.get('hours') ?? '24'
  const sort = SORTS.find((each) => each === search.get('sort')) ?? 'failed'
  const text = search.get('search') ?? ''
  const set = (changes: Record<string, string>) =>
    setSearch({ hours, sort, ...(text && { search: text }), ...changes }, { replace: true })
  const sites = usePolled(['operate', 'sites', hours, sort, text], (signal) =>
    gleaner().operator.sites(
      { hours: Number(hours), sort, limit: MOST, ...(text && { search: text }) },
      { signal },
    ),
  )
  return (
    <>
      <PageHead title={said.title} lead={said.lead} />
      <search class="filters">
        <SelectField
          label={said.period}
          value={hours}
          onValue={(value) => set({ hours: value })}
          options={Object.entries(words.operate.days).map(([value, label]) => ({ value, label }))}
        />
        <SelectField
          label={said.order}
          value={sort}
          onValue={(value) => set({ sort: value })}
          options={SORTS.map((value) => ({ value, label: said.by[value] }))}
        />
        <TextField
          label={said.search}
          value={text}
          placeholder="shop.example"
          onValue={(value) => set({ search: value })}
        />
      </search>
      {sites.error && <ErrorNotice error={sites.error} again={() => sites.refetch()} />}
      <DataTable
        label={said.title}
        columns={COLUMNS}
        rows={sites.data?.sites}
        keyOf={({ host }) => host}
        hrefOf={({ host }) => `/operate/sites/${encodeURIComponent(host)}?hours=${hours}`}
        empty={<Empty title={said.empty} />}
      />
      {sites.data?.sites.length === MOST && <p class="muted small">{words.common.onlyFirst(MOST)}</p>}
    </>
  )
}
