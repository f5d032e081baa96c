import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { formatDuration, formatNumber } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'
import './operate.css'

const said = words.operate.health
type Health = Schemas['FleetHealth']
type Service = Health['services'][number]
type Proxy = Health['proxies'][number]

/** What is worst stands first. */
const ORDER = ['down', 'degraded', 'stopped', 'ok']

/** Whether anything is down. */
export default function HealthPage() {
  const health = usePolled(['operate', 'health'], (signal) => gleaner().operator.health({ signal }))
  const { data } = health
  return (
    <>
      <PageHead
        title={said.title}
        lead={data ? said.lead(data.version) : said.reading}
        state={data && <StateWord state={data.status} label={said.overall[data.status]!} />}
      />
      {health.error && <ErrorNotice error={health.error} again={() => health.refetch()} />}
      {data ? <Fleet health={data} /> : <div class="page-loading" aria-busy="true" />}
    </>
  )
}

function Fleet({ health }: { health: Health }) {
  const { services, checks, browsers, readers, proxies } = health
  return (
    <div class="stack">
      <section class="stack" aria-label={said.services}>
        <h2>{said.services}</h2>
        <div class="fleet">
          {services
            .toSorted((a, b) => ORDER.indexOf(a.status) - ORDER.indexOf(b.status))
            .map((service) => (
              <ServiceCard key={service.service} service={service} />
            ))}
        </div>
      </section>
      <section class="stack" aria-label={said.needs}>
        <h2>{said.needs}</h2>
        <DataTable label={said.needs} columns={CHECKS} rows={checks} keyOf={({ name }) => name} />
      </section>
      <section class="stack" aria-label={said.browsers}>
        <h2>{said.browsers}</h2>
        <DataTable
          label={said.browsers}
          columns={BROWSERS}
          rows={browsers}
          keyOf={({ service }) => service}
          empty={<p class="muted">{said.noBrowsers}</p>}
        />
      </section>
      <section class="stack" aria-label={said.readers}>
        <h2>{said.readers}</h2>
        <DataTable
          label={said.readers}
          columns={READERS}
          rows={readers}
          keyOf={({ service }) => service}
          empty={<p class="muted">{said.noReaders}</p>}
        />
      </section>
      <section class="stack" aria-label={said.proxies}>
        <h2>{said.proxies}</h2>
        <DataTable
          label={said.proxies}
          columns={PROXIES}
          rows={proxies}
          keyOf={({ service, host, pool }) => `${service} ${host} ${pool}`}
          empty={<p class="muted">{said.noProxies}</p>}
        />
      </section>
    </div>
  )
}

function ServiceCard({ service }: { service: Service }) {
  const { service: name, does, status, reason, running, since, seen_at } = service
  return (
    <article class="card fleet-service">
      <h3>
        <span class="mono">{name}</span> <StateWord state={status} />
      </h3>
      {reason && <p>{reason}</p>}
      <p class="muted small">{running > 0 ? does : said.without(does)}</p>
      <p class="muted small">
        {running > 0 ? (
          <>
            {said.running(running)} <Moment at={since} />
          </>
        ) : (
          <>
            {said.seen} <Moment at={seen_at} />
          </>
        )}
      </p>
    </article>
  )
}

const CHECKS: readonly Column<Health['checks'][number]>[] = [
  {
    key: 'name',
    title: said.columns.check,
    width: '110px',
    cell: ({ name }) => <span class="mono">{name}</span>,
  },
  {
    key: 'status',
    title: said.columns.state,
    width: '90px',
    cell: ({ status }) => <StateWord state={status} />,
  },
  {
    key: 'reason',
    title: said.columns.reason,
    cell: ({ reason }) => <span title={reason ?? ''}>{reason ?? '–'}</span>,
  },
  { key: 'ms', title: said.columns.took, width: '76px', numeric: true, cell: ({ ms }) => formatDuration(ms) },
]

const serviceColumn = {
  key: 'service',
  title: said.columns.service,
  cell: ({ service }: { service: string }) => <span class="mono">{service}</span>,
}
const figure = <Key extends string>(key: Key, title: string): Column<Record<Key, number>> => ({
  key,
  title,
  width: '84px',
  numeric: true,
  cell: (row) => formatNumber(row[key]),
})

const BROWSERS: readonly Column<Health['browsers'][number]>[] = [
  serviceColumn,
  figure('open', said.columns.open),
  figure('pages', said.columns.pages),
  figure('started', said.columns.started),
]

const READERS: readonly Column<Health['readers'][number]>[] = [
  serviceColumn,
  figure('alive', said.columns.alive),
  figure('lost', said.columns.lost),
]

const PROXIES: readonly Column<Proxy>[] = [
  { key: 'host', title: said.columns.proxy, cell: ({ host }) => <span class="mono">{host}</span> },
  { key: 'pool', title: said.columns.pool, width: '90px', optional: true, cell: ({ pool }) => pool },
  serviceColumn,
  figure('failures', said.columns.failures),
  {
    key: 'paused',
    title: said.columns.paused,
    width: '110px',
    cell: ({ paused_until }) =>
      paused_until ? <Moment at={paused_until} /> : <StateWord state="ok" label={said.used} />,
  },
]
