import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { formatDuration, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { SelectField } from '../../parts/field.tsx'
import { TierBadge } from '../../parts/ladder.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { HourChart } from './hour-chart.tsx'
import { usePolled } from './polled.ts'
import { verdictOf } from './verdict-words.ts'

const said = words.operate.site
type Hour = Schemas['OperatedSite']['hours'][number]

/** An hour is said by its beginning. */
const clock = new Intl.DateTimeFormat('en', {
  month: 'short',
  day: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

const COLUMNS: readonly Column<Hour>[] = [
  { key: 'hour', title: said.columns.hour, width: '110px', cell: ({ hour }) => clock.format(new Date(hour)) },
  { key: 'tier', title: said.columns.tier, width: '44px', cell: ({ tier }) => <TierBadge tier={tier} /> },
  { key: 'verdict', title: said.columns.verdict, cell: (hour) => verdictOf(hour) },
  {
    key: 'attempts',
    title: said.columns.attempts,
    width: '84px',
    numeric: true,
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

/** How attempts at one site ended over time. */
export default function SitePage({ params }: { params: Record<string, string> }) {
  const host = decodeURIComponent(params.id!)
  const [search, setSearch] = useSearchParams()
  const hours = search.get('hours') ?? '24'
  const site = usePolled(['operate', 'site', host, hours], (signal) =>
    gleaner().operator.site(host, { hours: Number(hours) }, { signal }),
  )
  const { data } = site
  const turn = useMutation({
    mutationFn: (): Promise<unknown> =>
      data?.refused ? gleaner().operator.unblockDomain(host) : gleaner().operator.blockDomain(host, {}),
    onSuccess: () => site.refetch(),
  })
  return (
    <>
      <PageHead
        title={host}
        state={data?.refused && <StateWord state="blocked" label={words.operate.sites.refused} />}
        lead={said.lead}
      >
        {data && (
          <Button
            kind={data.refused ? 'plain' : 'danger'}
            busy={turn.isPending}
            onClick={() => turn.mutate()}
          >
            {data.refused ? said.allow : said.refuse}
          </Button>
        )}
      </PageHead>
      {(site.error ?? turn.error) && (
        <ErrorNotice error={site.error ?? turn.error} again={() => site.refetch()} />
      )}
      <div class="filters">
        <SelectField
          label={words.operate.sites.period}
          value={hours}
          onValue={(value) => setSearch({ hours: value }, { replace: true })}
          options={Object.entries(words.operate.days).map(([value, label]) => ({ value, label }))}
        />
      </div>
      {data && data.hours.length > 0 && <HourChart hours={data.hours} span={Number(hours)} />}
      <DataTable
        label={said.columns.verdict}
        columns={COLUMNS}
        rows={data?.hours}
        keyOf={({ hour, tier, result, wall }) => `${hour} ${tier} ${result} ${wall}`}
        empty={<Empty title={said.empty} />}
      />
    </>
  )
}
