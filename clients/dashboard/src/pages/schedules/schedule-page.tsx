import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { Credits } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { JsonView } from '../../parts/json-view.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'

type Schedule = Schemas['Schedule']
type Run = Schemas['ScheduleRun']
const said = words.schedules

const COLUMNS: readonly Column<Run>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '150px',
    cell: ({ status, error }) => <StateWord state={status} title={error?.message} />,
  },
  { key: 'due', title: said.columns.due, width: '110px', cell: ({ due_at }) => <Moment at={due_at} /> },
  {
    key: 'why',
    title: said.columns.trigger,
    cell: ({ trigger, error }) => error?.message ?? said.triggers[trigger],
  },
  {
    key: 'pages',
    title: said.columns.pages,
    width: '110px',
    numeric: true,
    optional: true,
    cell: ({ total, completed }) =>
      total === null ? '–' : words.work.progress(String(completed), String(total)),
  },
  {
    key: 'credits',
    title: words.work.columns.credits,
    width: '80px',
    numeric: true,
    cell: ({ credits_used }) => <Credits value={credits_used} unit={false} />,
  },
]

/** Where a run has led. */
function hrefOf({ batch_id, crawl_id, map_id }: Run): string {
  if (batch_id) return `/batches/${batch_id}`
  if (crawl_id) return `/crawls/${crawl_id}`
  return map_id ? `/maps?id=${map_id}` : ''
}

/** A schedule with the history of its runs. */
export default function SchedulePage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const cache = useQueryClient()
  const { data: schedule, error } = useQuery({
    queryKey: ['schedule', id],
    queryFn: ({ signal }) => gleaner().schedules.get(id, { signal }),
  })
  const runs = useList(
    ['schedule', id, 'runs'],
    async (page, signal) => withRows('runs', await gleaner().schedules.runs(id, page, { signal })),
    { idOf: (run) => run.id, refetchInterval: nextLook },
  )
  const run = useMutation({
    mutationFn: () => gleaner().schedules.run(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['schedule', id] }),
  })
  if (error) return <ErrorNotice error={error} />
  if (!schedule) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <PageHead title={schedule.name} state={<StateWord state={schedule.status} />} lead={schedule.schedule}>
        <Button kind="main" busy={run.isPending} onClick={() => run.mutate()}>
          {said.run}
        </Button>
      </PageHead>
      {run.error && <ErrorNotice error={run.error} />}
      <section class="card stack" aria-label={said.what}>
        <FactList
          facts={[
            [said.columns.next, schedule.next_run_at && <Moment key="next" at={schedule.next_run_at} />],
            [said.timezone, schedule.timezone],
            [said.paused, schedule.paused_reason && said.pauses[schedule.paused_reason]],
            [words.work.options.webhook, schedule.webhook_url],
          ]}
        />
        <JsonView value={workOf(schedule)} />
      </section>
      <h2>{said.runs}</h2>
      {runs.error && <ErrorNotice error={runs.error} />}
      <DataTable
        label={said.runs}
        columns={COLUMNS}
        rows={runs.rows}
        onEnd={runs.onEnd}
        keyOf={({ id }) => id}
        hrefOf={hrefOf}
        empty={<Empty title={said.noRuns} />}
      />
    </>
  )
}

/** What a run does, as it was sent. */
function workOf({ urls, crawl, map, search, options }: Schedule): unknown {
  return {
    ...(urls && { urls }),
    ...(crawl ? { crawl } : map ? { map } : search ? { search } : {}),
    ...(options ? { options } : {}),
  }
}
