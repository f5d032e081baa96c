import type { Schemas } from '@gleaner/sdk'
import { type InfiniteData, type Query, useMutation, useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { type Part, useList, withRows } from '../../api/use-list.ts'
import { formatBytes, formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { ThingsSection } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { DESTINATIONS } from './destinations.tsx'

type Run = Schemas['ExportRun']
const said = words.exports
const OPEN = new Set(['pending', 'running'])
const whileOpen = (query: Query<InfiniteData<Part<Run>>>) =>
  query.state.data?.pages.some(({ rows }) => rows.some(({ status }) => OPEN.has(status))) && nextLook(query)

/** Where results can be written to, and what was. */
export default function ExportsPage() {
  const runs = useList(
    ['exports'],
    async (page, signal) => withRows('exports', await gleaner().exports.list(page, { signal })),
    { idOf: ({ export_id }) => export_id, refetchInterval: whileOpen },
  )
  return (
    <>
      <PageHead title={said.title} lead={said.lead} />
      <ThingsSection things={DESTINATIONS} />
      <section class="stack">
        <h2>{said.runs}</h2>
        {runs.error && <ErrorNotice error={runs.error} again={() => runs.refetch()} />}
        <DataTable
          label={said.runs}
          columns={COLUMNS}
          rows={runs.rows}
          onEnd={runs.onEnd}
          keyOf={({ export_id }) => export_id}
          hrefOf={({ batch_id, crawl_id }) => (batch_id ? `/batches/${batch_id}` : `/crawls/${crawl_id}`)}
          empty={<Empty title={said.noRuns} />}
        />
      </section>
    </>
  )
}

const COLUMNS: readonly Column<Run>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ status, error }) => (
      <StateWord
        state={status}
        label={status === 'completed' ? said.written : undefined}
        title={error ?? undefined}
      />
    ),
  },
  {
    key: 'what',
    title: said.columns.what,
    cell: ({ batch_id, crawl_id, error }) => (
      <span title={error ?? undefined}>{error ?? batch_id ?? crawl_id}</span>
    ),
  },
  { key: 'format', title: said.columns.format, width: '80px', cell: ({ format }) => <code>{format}</code> },
  {
    key: 'rows',
    title: said.columns.rows,
    width: '110px',
    numeric: true,
    cell: ({ rows, total_rows }) =>
      total_rows === null ? '–' : words.work.progress(formatNumber(rows), formatNumber(total_rows)),
  },
  {
    key: 'bytes',
    title: said.columns.bytes,
    width: '80px',
    numeric: true,
    optional: true,
    cell: ({ bytes }) => formatBytes(bytes),
  },
  {
    key: 'when',
    title: words.work.columns.when,
    width: '110px',
    optional: true,
    cell: ({ created_at }) => <Moment at={created_at} />,
  },
  {
    key: 'cancel',
    title: words.things.actions,
    width: '84px',
    numeric: true,
    cell: (run) => <Cancel run={run} />,
  },
]

function Cancel({ run: { export_id, status } }: { run: Run }) {
  const cache = useQueryClient()
  const cancel = useMutation({
    mutationFn: () => gleaner().exports.cancel(export_id),
    onSettled: () => cache.invalidateQueries({ queryKey: ['exports'] }),
  })
  if (!OPEN.has(status)) return null
  return (
    <Button kind="quiet" class="small-button" busy={cancel.isPending} onClick={() => cancel.mutate()}>
      {words.common.cancel}
    </Button>
  )
}
