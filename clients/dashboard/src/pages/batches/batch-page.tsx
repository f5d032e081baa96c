import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { words } from '../../words/index.ts'
import { CancelWork } from './cancel-work.tsx'
import { Progress } from './progress.tsx'
import { countReasons, Reasons } from './reasons.tsx'

/** While it is under way it is read this often, in milliseconds. */
const LOOK_MS = 1_500
const OPEN = new Set(['pending', 'processing'])

type Batch = Awaited<ReturnType<ReturnType<typeof gleaner>['batches']['get']>>
type Item = Batch['items'][number]

const COLUMNS: readonly Column<Item>[] = [
  {
    key: 'state',
    title: words.work.columns.state,
    width: '110px',
    cell: ({ status }) => <StateWord state={status === 'succeeded' ? 'completed' : status} />,
  },
  {
    key: 'page',
    title: words.work.columns.page,
    width: 'minmax(160px, 2fr)',
    cell: ({ url }) => <span title={url}>{url}</span>,
  },
  {
    key: 'error',
    title: words.work.columns.error,
    optional: true,
    cell: ({ error }) => <span title={error}>{error ?? ''}</span>,
  },
  {
    key: 'credits',
    title: words.work.columns.credits,
    width: '72px',
    numeric: true,
    cell: ({ credits }) => <Credits value={credits} unit={false} />,
  },
]

/** A batch as it runs: how far it is, what failed and why, and what can be done about it. */
export default function BatchPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const [, navigate] = useLocation()
  const [onlyFailed, setOnlyFailed] = useState(false)
  const { data: batch, error } = useQuery({
    queryKey: ['batch', id],
    queryFn: ({ signal }) => gleaner().batches.get(id, {}, { signal }),
    refetchInterval: ({ state }) => (state.data && OPEN.has(state.data.status) ? LOOK_MS : false),
  })
  const retry = useMutation({
    mutationFn: () => gleaner().batches.retry(id),
    onSuccess: ({ batch_id }) => navigate(`/batches/${batch_id}`),
  })
  if (error) return <ErrorNotice error={error} />
  if (!batch) return <div class="page-loading" aria-busy="true" />
  const isOpen = OPEN.has(batch.status)
  const items = onlyFailed ? batch.items.filter(({ status }) => status === 'failed') : batch.items
  return (
    <>
      <PageHead
        title={words.work.batches.one(batch.external_id ?? id)}
        state={<StateWord state={batch.status} />}
      >
        {isOpen && <CancelWork run={() => gleaner().batches.cancel(id)} queryKey={['batch', id]} />}
        {!isOpen && batch.failed > 0 && (
          <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            {words.work.retryFailed}
          </Button>
        )}
      </PageHead>
      {retry.error && <ErrorNotice error={retry.error} />}
      <section class="card stack">
        <Progress counts={batch} since={isOpen ? batch.created_at : undefined} />
        <p class="muted small">
          {words.work.used} <Credits value={batch.credits_used} />, {words.work.estimated.toLowerCase()}{' '}
          <Credits value={batch.estimated_credits} />
        </p>
      </section>
      <Reasons reasons={countReasons(batch.items)} />
      {batch.failed > 0 && (
        <Button kind="quiet" aria-pressed={onlyFailed} onClick={() => setOnlyFailed(!onlyFailed)}>
          {onlyFailed ? words.work.all : words.work.onlyFailed}
        </Button>
      )}
      <DataTable
        label={words.work.items}
        columns={COLUMNS}
        rows={items}
        keyOf={({ job_id }) => job_id}
        hrefOf={({ job_id }) => `/jobs/${job_id}`}
      />
    </>
  )
}
