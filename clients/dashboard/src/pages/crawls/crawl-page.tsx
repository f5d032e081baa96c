import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { Credits } from '../../parts/amounts.tsx'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { words } from '../../words/index.ts'
import { CancelWork } from '../batches/cancel-work.tsx'
import { Progress } from '../batches/progress.tsx'
import { Reasons } from '../batches/reasons.tsx'

/** While it is under way it is read this often, in milliseconds. */
const LOOK_MS = 2_000
const OPEN = new Set(['discovering', 'running'])
const MOST_PAGES = 1_000

type Page = Schemas['CrawlPage']

const COLUMNS: readonly Column<Page>[] = [
  {
    key: 'state',
    title: words.work.columns.state,
    width: '110px',
    cell: ({ status }) => <StateWord state={status === 'succeeded' ? 'completed' : status} />,
  },
  {
    key: 'page',
    title: words.work.columns.page,
    width: 'minmax(180px, 2fr)',
    cell: ({ url, title, error }) => <span title={error ?? title ?? url}>{url}</span>,
  },
  {
    key: 'depth',
    title: words.work.crawls.depth,
    width: '56px',
    numeric: true,
    optional: true,
    cell: ({ depth }) => depth,
  },
  {
    key: 'credits',
    title: words.work.columns.credits,
    width: '72px',
    numeric: true,
    cell: ({ credits }) => <Credits value={credits} unit={false} />,
  },
]

/** A crawl as it runs: its pages in the order of the site, what was left out and why. */
export default function CrawlPage({ params }: { params: Record<string, string> }) {
  const id = params.id!
  const { data: crawl, error } = useQuery({
    queryKey: ['crawl', id],
    queryFn: ({ signal }) =>
      gleaner().crawls.get(id, { include_results: true, limit: MOST_PAGES }, { signal }),
    refetchInterval: ({ state }) => (state.data && OPEN.has(state.data.status) ? LOOK_MS : false),
  })
  if (error) return <ErrorNotice error={error} />
  if (!crawl) return <div class="page-loading" aria-busy="true" />
  const isOpen = OPEN.has(crawl.status)
  // By address, so that a site reads as a tree.
  const pages = crawl.results?.toSorted((a, b) => (a.url < b.url ? -1 : 1))
  return (
    <>
      <PageHead
        title={crawl.url}
        state={<StateWord state={crawl.paused_reason ? 'paused' : crawl.status} />}
        lead={crawl.end_reason?.replaceAll('_', ' ') ?? crawl.paused_reason?.replaceAll('_', ' ')}
      >
        {isOpen && <CancelWork run={() => gleaner().crawls.cancel(id)} queryKey={['crawl', id]} />}
      </PageHead>
      {crawl.error && <Notice kind="bad">{crawl.error}</Notice>}
      <section class="card stack">
        <Progress counts={crawl} since={isOpen ? crawl.created_at : undefined} />
        <p class="muted small">
          {words.work.used} <Credits value={crawl.credits_used} />
        </p>
      </section>
      <Reasons title={words.work.crawls.skipped} reasons={Object.entries(crawl.skipped)} />
      <Reasons
        title={words.work.crawls.traps}
        reasons={crawl.traps.map(({ pattern, skipped }) => [pattern, skipped])}
      />
      {pages && (
        <DataTable
          label={words.work.items}
          columns={COLUMNS}
          rows={pages}
          keyOf={({ job_id }) => job_id}
          hrefOf={({ job_id }) => `/jobs/${job_id}`}
        />
      )}
    </>
  )
}
