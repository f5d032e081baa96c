import { useMutation, useQuery } from '@tanstack/react-query'
import type { ComponentChildren } from 'preact'
import { Link, useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { saveAnswer } from '../../api/save-file.ts'
import { formatBytes, formatDuration } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { Copyable } from '../../parts/copyable.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

type Delivery = Awaited<ReturnType<ReturnType<typeof gleaner>['webhookDeliveries']['get']>>
type Try = Delivery['tries'][number]

const said = words.deliveries
const ENDED = new Set(['delivered', 'failed', 'cancelled'])

/** One event for one receiver: what was sent, each attempt, and what was answered. */
export default function DeliveryPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const [, navigate] = useLocation()
  const { data: delivery, error } = useQuery({
    queryKey: ['delivery', id],
    queryFn: ({ signal }) => gleaner().webhookDeliveries.get(id, { signal }),
    refetchInterval: (query) => query.state.data && !ENDED.has(query.state.data.status) && nextLook(query),
  })
  const replay = useMutation({
    mutationFn: () => gleaner().webhookDeliveries.replay(id),
    onSuccess: ({ delivery_id }) => navigate(`/deliveries/${delivery_id}`),
  })
  if (error) return <ErrorNotice error={error} />
  if (!delivery) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <PageHead title={said.one(delivery.event, delivery.url)} state={<StateWord state={delivery.status} />}>
        {ENDED.has(delivery.status) && (
          <Button kind="main" busy={replay.isPending} onClick={() => replay.mutate()}>
            {said.replay}
          </Button>
        )}
      </PageHead>
      {replay.error && <ErrorNotice error={replay.error} />}
      <section class="card stack" aria-label={said.what}>
        <FactList facts={factsOf(delivery)} />
      </section>
      {delivery.tries.toReversed().map((each) => (
        <Attempt key={each.attempt} attempt={each} />
      ))}
      <Body delivery={delivery} />
    </>
  )
}

function factsOf(delivery: Delivery): [string, ComponentChildren][] {
  const { id, job_id, batch_id, crawl_id, replay_of } = delivery
  const link = (href: string, text: string) => <Link href={href}>{text}</Link>
  return [
    [said.facts.id, <Copyable key="id" text={id} />],
    [said.facts.eventId, <Copyable key="event" text={delivery.event_id} />],
    [said.facts.replayOf, replay_of && link(`/deliveries/${replay_of}`, replay_of)],
    [words.jobs.facts.id, job_id && link(`/jobs/${job_id}`, job_id)],
    [words.jobs.facts.batch, batch_id && link(`/batches/${batch_id}`, batch_id)],
    [words.jobs.facts.crawl, crawl_id && link(`/crawls/${crawl_id}`, crawl_id)],
    [said.facts.made, <Moment key="made" at={delivery.created_at} />],
    [said.facts.next, delivery.next_attempt_at && <Moment key="next" at={delivery.next_attempt_at} />],
  ]
}

function Attempt({ attempt }: { attempt: Try }) {
  const { status_code, error, duration_ms, created_at, signature, answer } = attempt
  return (
    <details class="card" open>
      <summary class="options-summary">
        {said.attempt(String(attempt.attempt))}{' '}
        <StateWord
          state={error ? 'failed' : 'delivered'}
          label={status_code ? String(status_code) : undefined}
        />{' '}
        <span class="muted small">
          {formatDuration(duration_ms)}, <Moment at={created_at} />
        </span>
      </summary>
      <div class="stack">
        {error && <p class="error">{error}</p>}
        <FactList
          facts={[
            [said.signature, signature && <Copyable key="signature" text={signature} />],
            ...Object.entries(attempt.headers ?? {})
              .filter(([name]) => name !== 'webhook-signature')
              .map(([name, value]): [string, ComponentChildren] => [name, <code key={name}>{value}</code>]),
            ...attempt.header_names.map((name): [string, string] => [name, said.ownHeader]),
          ]}
        />
        <h2>{said.answered}</h2>
        {answer ? <pre tabIndex={0}>{answer}</pre> : <p class="muted">{said.noAnswer}</p>}
      </div>
    </details>
  )
}

function Body({ delivery }: { delivery: Delivery }) {
  const save = useMutation({
    mutationFn: () =>
      saveAnswer(() => gleaner().webhookDeliveries.body(delivery.id), `${delivery.id}.json`, {
        isLarge: false,
      }),
  })
  return (
    <section class="card stack" aria-label={said.body}>
      <div class="row">
        <h2>{said.body}</h2>
        {delivery.body_bytes !== null && <span class="muted">{formatBytes(delivery.body_bytes)}</span>}
        {delivery.body_url && (
          <Button busy={save.isPending} onClick={() => save.mutate()}>
            {words.work.download}
          </Button>
        )}
      </div>
      {save.error && <ErrorNotice error={save.error} />}
      {delivery.body === null ? (
        <p class="muted">{delivery.body_url ? said.bodyLarge : said.bodyGone}</p>
      ) : (
        <pre class="body-text" tabIndex={0}>
          {delivery.body}
        </pre>
      )}
    </section>
  )
}
