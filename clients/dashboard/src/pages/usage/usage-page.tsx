import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { useOwn } from '../../api/own-things.ts'
import { saveFile } from '../../api/save-file.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField } from '../../parts/field.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { type Tab, Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'
import { Caps } from './caps.tsx'
import { DayChart } from './day-chart.tsx'

type Row = Schemas['UsageReportRow']
const GROUPS = ['day', 'tier', 'domain', 'key', 'kind'] as const
type Group = (typeof GROUPS)[number]
/** The tab that is no group of the report. */
const CAPS = 'caps'
const DAY_MS = 86_400_000
const MOST_ROWS = 1_000

/** What was asked for and spent, by day, tier, site, key and kind. */
export default function UsagePage() {
  const [search, setSearch] = useSearchParams()
  const days = search.get('days') ?? '30'
  const isOfCaps = search.get('by') === CAPS
  const group = GROUPS.find((each) => each === search.get('by')) ?? 'day'
  const set = (changes: Record<string, string>) =>
    setSearch({ days, by: isOfCaps ? CAPS : group, ...changes }, { replace: true })
  const start = new Date(Date.now() - (Number(days) - 1) * DAY_MS).toISOString().slice(0, 10)
  const report = useQuery({
    queryKey: ['usage', group, start],
    queryFn: ({ signal }) =>
      gleaner().usage.report({ group_by: group, start_date: start, limit: MOST_ROWS }, { signal }),
  })
  const keyNames = useKeyNames(group === 'key')
  const rows = report.data?.rows
  return (
    <>
      <PageHead title={words.usage.title} lead={words.usage.lead}>
        <Download group={group} start={start} />
      </PageHead>
      <div class="filters">
        <SelectField
          label={words.usage.period}
          value={days}
          onValue={(value) => set({ days: value })}
          options={Object.entries(words.usage.days).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {rows && <Totals rows={rows} />}
      {report.error && <ErrorNotice error={report.error} again={() => report.refetch()} />}
      <Tabs
        label={words.usage.title}
        current={isOfCaps ? CAPS : group}
        onCurrent={(by) => set({ by })}
        tabs={[
          ...GROUPS.map(
            (each): Tab => ({
              key: each,
              title: words.usage.by[each]!,
              content: () => (
                <div class="stack">
                  {each === 'day' && rows && rows.length > 0 && <DayChart start={start} rows={rows} />}
                  <DataTable
                    label={words.usage.by[each]!}
                    columns={columnsOf(each, keyNames)}
                    rows={rows && sorted(each, rows)}
                    keyOf={(row) => groupOf(each, row)}
                    empty={<Empty title={words.usage.empty} />}
                  />
                  {report.data?.is_cut && <p class="muted small">{words.common.onlyFirst(MOST_ROWS)}</p>}
                </div>
              ),
            }),
          ),
          { key: CAPS, title: words.usage.caps.title, content: () => <Caps start={start} /> },
        ]}
      />
    </>
  )
}

/** Days as they come, the newest first; everything else by what it cost. */
const sorted = (group: Group, rows: readonly Row[]) =>
  group === 'day' ? rows.toReversed() : rows.toSorted((a, b) => b.credits - a.credits)

function groupOf(group: Group, row: Row): string {
  const value = row[group]
  if (value) return value
  return {
    tier: words.usage.noTier,
    domain: words.usage.noDomain,
    key: words.usage.noKey,
    day: '',
    kind: '',
  }[group]
}

function columnsOf(group: Group, keyNames: ReadonlyMap<string, string> | undefined): Column<Row>[] {
  const count = (key: 'requests' | 'completed' | 'failed' | 'cached', optional: boolean): Column<Row> => ({
    key,
    title: words.usage.columns[key],
    width: '84px',
    numeric: true,
    optional,
    cell: (row) => formatNumber(row[key]),
  })
  return [
    {
      key: 'group',
      title: words.usage.by[group]!,
      cell: (row) => keyNames?.get(row.key ?? '') ?? groupOf(group, row),
    },
    count('requests', false),
    count('completed', true),
    count('failed', true),
    count('cached', true),
    {
      key: 'success',
      title: words.usage.columns.success,
      width: '72px',
      numeric: true,
      optional: true,
      cell: ({ requests, failed }) => `${formatNumber((100 * (requests - failed)) / requests)} %`,
    },
    {
      key: 'credits',
      title: words.usage.columns.credits,
      width: '96px',
      numeric: true,
      cell: ({ credits }) => <Credits value={credits} unit={false} />,
    },
  ]
}

/** What keys are called: the report knows their ids. */
function useKeyNames(isWanted: boolean) {
  const keys = useOwn('keys', isWanted)
  return keys && new Map(keys.map(({ id, name }) => [id, name]))
}

function Totals({ rows }: { rows: readonly Row[] }) {
  const sum = (key: 'requests' | 'completed' | 'cached' | 'credits') =>
    rows.reduce((total, row) => total + row[key], 0)
  const requests = sum('requests')
  const delivered = requests === 0 ? 0 : (100 * (sum('completed') + sum('cached'))) / requests
  return (
    <dl class="totals">
      <div class="card">
        <dt>{words.usage.columns.requests}</dt>
        <dd>{formatNumber(requests)}</dd>
      </div>
      <div class="card">
        <dt>{words.usage.success}</dt>
        <dd>{`${formatNumber(delivered)} %`}</dd>
      </div>
      <div class="card">
        <dt>{words.usage.spent}</dt>
        <dd>
          <Credits value={sum('credits')} />
        </dd>
      </div>
    </dl>
  )
}

function Download({ group, start }: { group: Group; start: string }) {
  const download = useMutation({
    mutationFn: async () => {
      const reply = await gleaner().usage.report({ group_by: group, start_date: start, format: 'csv' })
      saveFile(await reply.blob(), `usage-by-${group}.csv`)
    },
  })
  return (
    <Button busy={download.isPending} onClick={() => download.mutate()}>
      {words.usage.download}
    </Button>
  )
}
