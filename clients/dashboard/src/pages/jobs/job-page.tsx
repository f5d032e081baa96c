import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { Button } from '../../parts/button.tsx'
import { Ladder } from '../../parts/ladder.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { DeliveriesOf } from '../deliveries/deliveries-of.tsx'
import { type Result, ResultView } from '../playground/result-view.tsx'
import { AgainWith } from './again-with.tsx'
import { JobFacts } from './job-facts.tsx'
import { HeaderList, RedirectList } from './job-lists.tsx'
import { type Job, storyOf } from './job-story.ts'

const OPEN = new Set(['pending', 'running'])
const isUnderWay = (job: Job | undefined): boolean => job !== undefined && OPEN.has(job.status)

/** One job's whole story: its attempts, why it ended so, what it cost and who was told, and what to try next. */
export default function JobPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const { data: job, error } = useQuery({
    queryKey: ['job', id],
    queryFn: ({ signal }) => gleaner().jobs.get(id, { signal }),
    refetchInterval: (query) => isUnderWay(query.state.data) && nextLook(query),
  })
  if (error) return <ErrorNotice error={error} />
  if (!job) return <div class="page-loading" aria-busy="true" />
  const story = storyOf(job)
  return (
    <>
      <Head job={job} />
      {job.error && (
        <Notice kind="bad">
          <div>
            <strong>{words.jobs.whyFailed}</strong>
            <p>{job.error}</p>
            {story.remedy && <p>{story.remedy}</p>}
          </div>
        </Notice>
      )}
      {story.hints.map((hint) => (
        <Notice key={hint} kind="warn">
          {hint}
        </Notice>
      ))}
      <section class="card stack" aria-label={words.jobs.story}>
        {story.rungs.length > 0 && !job.result && <Ladder rungs={story.rungs} />}
        <JobFacts job={job} story={story} />
      </section>
      <AgainWith job={job} />
      {job.result && <ResultView isOwnPage result={job.result as unknown as Result} />}
      <RedirectList redirects={story.redirects} />
      <HeaderList title={words.jobs.requestHeaders} headers={story.requestHeaders} />
      <HeaderList title={words.jobs.headers} headers={story.headers} />
      <DeliveriesOf of={{ job_id: id }} isOpen={OPEN.has(job.status)} />
    </>
  )
}

function Head({ job }: { job: Job }) {
  const { id } = job
  const [, navigate] = useLocation()
  const cache = useQueryClient()
  const retry = useMutation({
    mutationFn: () => gleaner().jobs.retry(id),
    onSuccess: ({ job_id }) => navigate(`/jobs/${job_id}`),
  })
  const cancel = useMutation({
    mutationFn: () => gleaner().jobs.cancel(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['job', id] }),
  })
  const isOpen = OPEN.has(job.status)
  const isItem = job.batch_id !== undefined || job.crawl_id !== undefined
  return (
    <>
      <PageHead title={job.url} state={<StateWord state={job.status} />}>
        {isOpen && !isItem && (
          <Button busy={cancel.isPending} onClick={() => cancel.mutate()}>
            {words.jobs.cancel}
          </Button>
        )}
        {!isOpen && (
          <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            {words.jobs.again}
          </Button>
        )}
      </PageHead>
      {(retry.error ?? cancel.error) && <ErrorNotice error={retry.error ?? cancel.error} />}
    </>
  )
}
