import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { formatDuration, formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { TierBadge } from '../../parts/ladder.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'
import { Tiles } from './tiles.tsx'

const said = words.operate.queues
type Queues = Schemas['OperatedQueues']

const ageOf = (seconds: number | null) => (seconds === null ? '–' : formatDuration(seconds * 1_000))
const figure = <Key extends string>(key: Key, title: string): Column<Record<Key, number>> => ({
  key,
  title,
  width: '76px',
  numeric: true,
  cell: (row) => formatNumber(row[key]),
})
const age: Column<{ oldest_seconds: number | null }> = {
  key: 'oldest',
  title: said.columns.oldest,
  width: '88px',
  numeric: true,
  cell: ({ oldest_seconds }) => ageOf(oldest_seconds),
}

const TIERS: readonly Column<Queues['tiers'][number]>[] = [
  {
    key: 'tier',
    title: said.columns.tier,
    width: 'minmax(32px, 1fr)',
    cell: ({ tier }) => <TierName tier={tier} />,
  },
  figure('waiting', said.columns.waiting),
  figure('running', said.columns.running),
  age,
]

const BACKLOGS: readonly Column<Queues['backlogs'][number]>[] = [
  {
    key: 'name',
    title: said.columns.what,
    cell: ({ name }) => <span title={said.means[name]}>{said.names[name]}</span>,
  },
  figure('waiting', said.columns.waiting),
  age,
]

const MESSAGES: readonly Column<NonNullable<Queues['messages']>[number]>[] = [
  {
    key: 'queue',
    title: said.columns.queue,
    width: 'minmax(120px, 1fr)',
    cell: ({ queue }) => <span class="mono">{queue}</span>,
  },
  figure('waiting', said.columns.waiting),
  { ...figure('active', said.columns.active), optional: true },
  { ...figure('delayed', said.columns.delayed), optional: true },
]

/** What waits, and how old the oldest is. */
export default function QueuesPage() {
  const queues = usePolled(['operate', 'queues'], (signal) => gleaner().operator.queues({ signal }))
  const { data } = queues
  return (
    <>
      <PageHead title={said.title} lead={said.lead}>
        <a class="button" href={data?.queue_ui ?? '/admin/queues'}>
          {said.open}
        </a>
      </PageHead>
      {queues.error && <ErrorNotice error={queues.error} again={() => queues.refetch()} />}
      {data?.messages === null && <Notice kind="bad">{said.noRedis}</Notice>}
      {data && <Totals queues={data} />}
      <section class="stack" aria-label={said.jobs}>
        <h2>{said.jobs}</h2>
        <DataTable label={said.jobs} columns={TIERS} rows={data?.tiers} keyOf={({ tier }) => tier} />
      </section>
      <section class="stack" aria-label={said.backlogs}>
        <h2>{said.backlogs}</h2>
        <DataTable
          label={said.backlogs}
          columns={BACKLOGS}
          rows={data?.backlogs}
          keyOf={({ name }) => name}
        />
      </section>
      {data?.messages && (
        <section class="stack" aria-label={said.messages}>
          <h2>{said.messages}</h2>
          <DataTable
            label={said.messages}
            columns={MESSAGES}
            rows={data.messages}
            keyOf={({ queue }) => queue}
          />
        </section>
      )}
    </>
  )
}

function TierName({ tier }: { tier: string }) {
  return (
    <>
      <TierBadge tier={tier} />{' '}
      <span class="optional" aria-hidden="true">
        {words.ladder.tiers[tier]}
      </span>
    </>
  )
}

function Totals({ queues: { tiers } }: { queues: Queues }) {
  const sum = (key: 'waiting' | 'running') => tiers.reduce((total, tier) => total + tier[key], 0)
  const ages = tiers.flatMap(({ oldest_seconds }) => oldest_seconds ?? [])
  const oldest = tiers.find(
    ({ oldest_seconds }) => oldest_seconds !== null && oldest_seconds === Math.max(...ages),
  )
  return (
    <Tiles
      tiles={[
        [said.columns.waiting, formatNumber(sum('waiting'))],
        [said.columns.running, formatNumber(sum('running'))],
        [said.columns.oldest, ageOf(oldest?.oldest_seconds ?? null), oldest && said.atTier(oldest.tier)],
      ]}
    />
  )
}
