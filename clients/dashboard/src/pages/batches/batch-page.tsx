import type { Schemas } from '@gleaner/sdk'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { useLocation } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { DeliveriesOf } from '../deliveries/deliveries-of.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { CancelWork } from './cancel-work.tsx'
import { Downloads } from './downloads.tsx'
import { Progress } from './progress.tsx'
import { countReasons, Reasons } from './reasons.tsx'
import { isOpen, useBatch } from './use-batch.ts'

type Batch = Schemas['Batch']
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
  const { batch, error, isStale } = useBatch(params.id!)
  if (error && !batch) return <ErrorNotice error={error} />
  if (!batch) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <Head batch={batch} />
      {isStale && <Notice kind="warn">{words.work.stale}</Notice>}
      <section class="card stack">
        <Progress counts={batch} since={isOpen(batch) ? batch.created_at : undefined} />
        <p class="muted small">
          {words.work.used} <Credits value={batch.credits_used} />, {words.work.estimated.toLowerCase()}{' '}
          <Credits value={batch.estimated_credits} />. {words.work.asked} <Moment at={batch.created_at} />
          {batch.completed_at && (
            <>
              , {words.work.ended.toLowerCase()} <Moment at={batch.completed_at} />
            </>
          )}
        </p>
        {!isOpen(batch) && batch.completed > 0 && <ResultFiles batch={batch} />}
      </section>
      <Reasons reasons={countReasons(batch.items)} />
      <Items batch={batch} />
      <DeliveriesOf of={{ batch_id: batch.batch_id }} isOpen={isOpen(batch)} />
    </>
  )
}

function Head({ batch }: { batch: Batch }) {
  const [, navigate] = useLocation()
  const id = batch.batch_id
  const retry = useMutation({
    mutationFn: () => gleaner().batches.retry(id),
    onSuccess: ({ batch_id }) => navigate(`/batches/${batch_id}`),
  })
  return (
    <>
      <PageHead
        title={words.work.batches.one(batch.external_id ?? id)}
        state={<StateWord state={batch.status} />}
      >
        {isOpen(batch) && <CancelWork run={() => gleaner().batches.cancel(id)} queryKey={['batch', id]} />}
        {!isOpen(batch) && batch.failed > 0 && (
          <Button kind="main" busy={retry.isPending} onClick={() => retry.mutate()}>
            {words.work.retryFailed}
          </Button>
        )}
      </PageHead>
      {retry.error && <ErrorNotice error={retry.error} />}
    </>
  )
}

function ResultFiles({ batch }: { batch: Batch }) {
  const read = (format: 'jsonl' | 'csv') => () => gleaner().batches.listResults(batch.batch_id, { format })
  return (
    <div class="row">
      <Downloads
        name={batch.batch_id}
        pages={batch.completed}
        downloads={[
          { format: 'jsonl', read: read('jsonl') },
          { format: 'csv', read: read('csv') },
        ]}
      />
      <ExportButton run={(fields) => gleaner().exports.ofBatch(batch.batch_id, fields)} />
    </div>
  )
}

function Items({ batch }: { batch: Batch }) {
  const [onlyFailed, setOnlyFailed] = useState(false)
  const items = onlyFailed ? batch.items.filter(({ status }) => status === 'failed') : batch.items
  return (
    <>
      {batch.failed > 0 && (
        <div class="row">
          <Button aria-pressed={onlyFailed} onClick={() => setOnlyFailed(!onlyFailed)}>
            {onlyFailed ? words.work.all : words.work.onlyFailed}
          </Button>
        </div>
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
