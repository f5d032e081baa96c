import type { Schemas } from '@gleaner/sdk'
import { type ComponentChildren, Fragment } from 'preact'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits, formatDuration } from '../../parts/amounts.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { TierBadge } from '../../parts/ladder.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { usePolled } from './polled.ts'
import { verdictOf } from './verdict-words.ts'

const said = words.operate.job
type Job = Schemas['OperatedJob']

/** A job of any account, or all that one request has asked for: why it failed, or what it waits for. */
export default function OperatedJobPage({ params }: { params: Record<string, string> }) {
  const reference = decodeURIComponent(params.id!)
  const found = usePolled(['operate', 'job', reference], (signal) =>
    gleaner().operator.findJobs(reference, { signal }),
  )
  const jobs = found.data?.jobs
  if (found.error)
    return (
      <>
        <PageHead title={said.title} />
        <ErrorNotice error={found.error} />
      </>
    )
  if (!jobs) return <div class="page-loading" aria-busy="true" />
  const [job, ...others] = jobs
  if (others.length === 0) return <Story job={job!} />
  return (
    <>
      <PageHead title={said.several(jobs.length)} lead={said.ofRequest(reference)} />
      <DataTable
        label={said.several(jobs.length)}
        columns={JOBS}
        rows={jobs}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/operate/jobs/${id}`}
      />
    </>
  )
}

function Story({ job }: { job: Job }) {
  return (
    <>
      <PageHead title={job.url} state={<StateWord state={job.status} />} />
      {job.error && (
        <Notice kind="bad">
          <div>
            <strong>{said.whyFailed(job.error_code!)}</strong>
            <p>{job.error}</p>
          </div>
        </Notice>
      )}
      {job.waits_for && <Notice kind="calm">{said.waitsFor(job.waits_for)}</Notice>}
      <section class="card stack" aria-label={said.facts}>
        <Facts job={job} />
      </section>
      <section class="stack" aria-label={said.attempts}>
        <h2>{said.attempts}</h2>
        <DataTable
          label={said.attempts}
          columns={ATTEMPTS}
          rows={job.attempts.map((attempt, at) => ({ ...attempt, at }))}
          keyOf={({ at }) => String(at)}
          empty={<p class="muted">{said.noAttempts}</p>}
        />
      </section>
      <section class="stack" aria-label={said.webhooks}>
        <h2>{said.webhooks}</h2>
        <DataTable
          label={said.webhooks}
          columns={WEBHOOKS}
          rows={job.webhooks}
          keyOf={({ id }) => id}
          empty={<p class="muted">{said.noWebhooks}</p>}
        />
      </section>
    </>
  )
}

function Facts({ job }: { job: Job }) {
  const linked = (id: string | null) => id && <Link href={`/operate/jobs/${id}`}>{id}</Link>
  const facts: [string, ComponentChildren][] = [
    [said.of.job, <Copyable key="id" text={job.id} />],
    [said.of.request, job.request_id && <Copyable text={job.request_id} />],
    [
      said.of.account,
      <Link key="account" href={`/operate/accounts/${job.account_id}`}>
        {job.account_name}
      </Link>,
    ],
    [said.of.key, job.api_key_name && `${job.api_key_name}${job.test ? ` (${said.test})` : ''}`],
    [said.of.batch, job.batch_id],
    [said.of.asked, <Moment key="asked" at={job.created_at} />],
    [said.of.began, job.started_at && <Moment at={job.started_at} />],
    [said.of.ended, job.finished_at && <Moment at={job.finished_at} />],
    [said.of.deadline, !job.finished_at && <Moment at={job.deadline_at} />],
    [said.of.charged, <Credits key="charged" value={job.credits} />],
    [said.of.held, job.held_credits > 0 && <Credits value={job.held_credits} />],
    [said.of.lost, job.lost_workers > 0 && String(job.lost_workers)],
    [said.of.again, linked(job.redriven_as)],
    [said.of.first, linked(job.redriven_from)],
  ]
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value)
        .map(([name, value]) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </Fragment>
        ))}
    </dl>
  )
}

const ATTEMPTS: readonly Column<Job['attempts'][number]>[] = [
  { key: 'tier', title: said.columns.tier, width: '44px', cell: ({ tier }) => <TierBadge tier={tier} /> },
  {
    key: 'verdict',
    title: said.columns.verdict,
    width: 'minmax(120px, 1fr)',
    cell: (attempt) => verdictOf(attempt),
  },
  {
    key: 'error',
    title: said.columns.error,
    optional: true,
    width: 'minmax(0, 2fr)',
    cell: ({ error }) => <span title={error ?? ''}>{error ?? '–'}</span>,
  },
  {
    key: 'time',
    title: said.columns.time,
    width: '84px',
    numeric: true,
    cell: ({ duration_ms }) => formatDuration(duration_ms),
  },
]

const WEBHOOKS: readonly Column<Job['webhooks'][number]>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ state }) => <StateWord state={state} />,
  },
  { key: 'event', title: said.columns.event, width: '120px', optional: true, cell: ({ event }) => event },
  { key: 'host', title: said.columns.host, cell: ({ host }) => <span class="mono">{host}</span> },
  {
    key: 'error',
    title: said.columns.error,
    cell: ({ status_code, error }) => (
      <span title={error ?? ''}>
        {[status_code, error].filter((part) => part !== null).join(': ') || '–'}
      </span>
    ),
  },
  {
    key: 'attempts',
    title: said.columns.tries,
    width: '60px',
    numeric: true,
    cell: ({ attempts }) => attempts,
  },
]

const JOBS: readonly Column<Job>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ status }) => <StateWord state={status} />,
  },
  {
    key: 'url',
    title: said.columns.page,
    width: 'minmax(140px, 1fr)',
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    key: 'why',
    title: said.columns.error,
    optional: true,
    cell: ({ error_code, waits_for }) => error_code ?? waits_for ?? '–',
  },
  {
    key: 'when',
    title: said.columns.when,
    width: '110px',
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
]
