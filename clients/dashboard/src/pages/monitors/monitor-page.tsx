import type { Schemas } from '@gleaner/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { nextLook } from '../../api/looks.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { FactList } from '../../parts/fact-list.tsx'
import { MarkdownView, OutLink } from '../../parts/markdown-view.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { Tabs } from '../../parts/tabs.tsx'
import * as words from '../../words/index.ts'

type Check = Schemas['MonitorCheck']
type Page = Awaited<ReturnType<ReturnType<typeof gleaner>['monitors']['pages']>>['pages'][number]
const said = words.monitors

/** A monitor: what it has found, its checks, and the pages that it knows. */
export default function MonitorPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const [tab, setTab] = useState('changes')
  const cache = useQueryClient()
  const { data: monitor, error } = useQuery({
    queryKey: ['monitor', id],
    queryFn: ({ signal }) => gleaner().monitors.get(id, { signal }),
    refetchInterval: nextLook,
  })
  const check = useMutation({
    mutationFn: () => gleaner().monitors.check(id),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['monitor', id] }),
  })
  if (error) return <ErrorNotice error={error} />
  if (!monitor) return <div class="page-loading" aria-busy="true" />
  return (
    <>
      <PageHead
        title={monitor.name}
        state={<StateWord state={monitor.status} />}
        lead={monitor.check_interval}
      >
        <Button kind="main" busy={check.isPending} onClick={() => check.mutate()}>
          {said.check}
        </Button>
      </PageHead>
      {check.error && <ErrorNotice error={check.error} />}
      {check.data && <Notice kind="good">{said.checked}</Notice>}
      <section class="card">
        <FactList
          facts={[
            [said.columns.page, typeof monitor.url === 'string' ? monitor.url : said.targets[monitor.target]],
            [said.mode, said.modes[monitor.diff_mode] ?? monitor.diff_mode],
            [said.columns.next, monitor.next_check_at && <Moment key="next" at={monitor.next_check_at} />],
            ...Object.entries(monitor.pages).map(([state, count]): [string, string] => [
              said.pageStates[state] ?? state,
              formatNumber(count),
            ]),
          ]}
        />
      </section>
      <Tabs
        label={said.title}
        current={tab}
        onCurrent={setTab}
        tabs={[
          { key: 'changes', title: said.changes, content: () => <Changes id={id} /> },
          { key: 'checks', title: said.checks, content: () => <Checks id={id} /> },
          { key: 'pages', title: said.pages, content: () => <Pages id={id} /> },
        ]}
      />
    </>
  )
}

function Changes({ id }: { id: string }) {
  const { rows, error, onEnd, hasMore } = useList(
    ['monitor', id, 'changes'],
    async (page, signal) => withRows('changes', await gleaner().monitors.changes(id, page, { signal })),
    { idOf: (change) => change.id, refetchInterval: nextLook },
  )
  if (error) return <ErrorNotice error={error} />
  if (rows?.length === 0) return <Empty title={said.noChanges} />
  return (
    <div class="stack">
      {rows?.map((change) => (
        <details key={change.id} class="card" open>
          <summary class="options-summary">
            {said.changeKinds[change.kind] ?? change.kind} <Moment at={change.created_at} />
          </summary>
          <div class="stack">
            <OutLink href={change.url}>{change.url}</OutLink>
            <MarkdownView text={change.text} />
          </div>
        </details>
      ))}
      {hasMore && (
        <div class="row">
          <Button onClick={onEnd}>{words.common.more}</Button>
        </div>
      )}
    </div>
  )
}

const CHECK_COLUMNS: readonly Column<Check>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '150px',
    cell: ({ status, error }) => <StateWord state={status} title={error?.message} />,
  },
  { key: 'due', title: said.columns.due, width: '110px', cell: ({ due_at }) => <Moment at={due_at} /> },
  {
    key: 'found',
    title: said.columns.found,
    cell: ({ pages, error }) =>
      error?.message ??
      Object.entries(pages ?? {})
        .filter(([, count]) => count > 0)
        .map(([state, count]) => `${formatNumber(count)} ${said.pageStates[state] ?? state}`)
        .join(', '),
  },
]

function Checks({ id }: { id: string }) {
  const { rows, error, onEnd } = useList(
    ['monitor', id, 'checks'],
    async (page, signal) => withRows('checks', await gleaner().monitors.checks(id, page, { signal })),
    { idOf: (check) => check.id, refetchInterval: nextLook },
  )
  if (error) return <ErrorNotice error={error} />
  return (
    <DataTable
      label={said.checks}
      columns={CHECK_COLUMNS}
      rows={rows}
      onEnd={onEnd}
      keyOf={({ id }) => id}
      hrefOf={({ batch_id, crawl_id }) =>
        batch_id ? `/batches/${batch_id}` : crawl_id ? `/crawls/${crawl_id}` : ''
      }
      empty={<Empty title={said.noChecks} />}
    />
  )
}

const PAGE_COLUMNS: readonly Column<Page>[] = [
  {
    key: 'state',
    title: said.columns.state,
    width: '110px',
    cell: ({ state }) => said.pageStates[state] ?? state,
  },
  {
    key: 'page',
    title: said.columns.page,
    width: 'minmax(160px, 2fr)',
    cell: ({ url, error }) => <span title={error ?? url}>{url}</span>,
  },
  {
    key: 'changed',
    title: said.columns.changed,
    width: '110px',
    optional: true,
    cell: ({ changed_at }) => <Moment at={changed_at} />,
  },
]

function Pages({ id }: { id: string }) {
  const { rows, error, onEnd } = useList(
    ['monitor', id, 'pages'],
    async (page, signal) => withRows('pages', await gleaner().monitors.pages(id, page, { signal })),
    { idOf: ({ url }) => url },
  )
  if (error) return <ErrorNotice error={error} />
  return (
    <DataTable
      label={said.pages}
      columns={PAGE_COLUMNS}
      rows={rows}
      onEnd={onEnd}
      keyOf={({ url }) => url}
      empty={<Empty title={said.noChecks} />}
    />
  )
}
