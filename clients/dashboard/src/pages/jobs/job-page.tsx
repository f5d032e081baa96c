import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { Link, useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { Ladder, type Rung } from '../../parts/ladder.tsx'
import { OutLink } from '../../parts/markdown-view.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { words } from '../../words/index.ts'
import { type Result, ResultView } from '../playground/result-view.tsx'

/** While a job is under way it is read this often, in milliseconds. */
const LOOK_MS = 1_000
const OPEN = new Set(['pending', 'running'])

/** One job's whole story. */
export default function JobPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const [, navigate] = useLocation()
  const cache = useQueryClient()
  const { data: job, error } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => gleaner().jobs.get(id, { signal }),
    refetchInterval: ({ state }) => (state.data && OPEN.has(state.data.status) ? LOOK_MS : false),
  })
  const retry = useMutation({
    mutationFn: () => gleaner().jobs.retry(id),
    onSuccess: ({ job_id }) => navigate(`/jobs/${job_id}`),
  })
  const cancel = useMutation({
    mutationFn: () => gleaner().jobs.cancel(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['job', id] }),
  })
  if (error) return <ErrorNotice error={error} />
  if (!job) return <div class="page-loading" aria-busy="true" />
  const billing = (job.result ? (job.result as unknown as Result).billing : job.error_details?.billing) as
    | Result['billing']
    | undefined
  return (
    <>
      <PageHead title={job.url} state={<StateWord state={job.status} />}>
        {OPEN.has(job.status) ? (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.jobs.cancel}
          </Button>
        ) : (
          <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            {words.jobs.again}
          </Button>
        )}
      </PageHead>
      {(retry.error ?? cancel.error) && <ErrorNotice error={retry.error ?? cancel.error} />}
      {job.error && (
        <Notice kind="bad">
          <div>
            <strong>{words.jobs.whyFailed}</strong>
            <p>{job.error}</p>
          </div>
        </Notice>
      )}
      <section class="card stack" aria-label={words.jobs.story}>
        {!job.result && billing && <Ladder rungs={billing.escalations as Rung[]} />}
        <Facts job={job} credits={billing?.total_credits} />
      </section>
      {job.result && <ResultView isOwnPage result={job.result as unknown as Result} />}
      {job.result && <Headers result={job.result as unknown as { headers?: Record<string, string> }} />}
    </>
  )
}

type Job = Awaited<ReturnType<ReturnType<typeof gleaner>['jobs']['get']>>

function Facts({ job, credits }: { job: Job; credits: number | undefined }) {
  const facts: [string, ComponentChildren][] = [
    [words.jobs.facts.id, <Copyable text={job.id} />],
    [words.jobs.facts.asked, <Moment at={job.created_at} />],
    [words.jobs.facts.ended, <Moment at={job.completed_at ?? job.failed_at} />],
    [words.jobs.facts.mode, job.mode],
    [words.jobs.facts.charged, <Credits value={credits ?? 0} />],
    [words.jobs.facts.externalId, job.external_id],
    [words.jobs.facts.batch, job.batch_id && <Link href={`/batches/${job.batch_id}`}>{job.batch_id}</Link>],
    [words.jobs.facts.crawl, job.crawl_id && <Link href={`/crawls/${job.crawl_id}`}>{job.crawl_id}</Link>],
    [words.jobs.facts.finalUrl, <OutLink href={job.url}>{job.url}</OutLink>],
  ]
  return (
    <dl class="facts">
      {facts
        .filter(([, value]) => value !== undefined && value !== '')
        .map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
    </dl>
  )
}

function Headers({ result }: { result: { headers?: Record<string, string> } }) {
  const headers = Object.entries(result.headers ?? {})
  if (headers.length === 0) return null
  return (
    <details class="card">
      <summary class="options-summary">{words.jobs.headers}</summary>
      <dl class="facts mono">
        {headers.map(([name, value]) => (
          <>
            <dt key={name}>{name}</dt>
            <dd>{value}</dd>
          </>
        ))}
      </dl>
    </details>
  )
}
