import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { csvOfRecords } from '../../api/csv-of.ts'
import { Credits, formatNumber } from '../../parts/amounts.tsx'
import { Moment } from '../../parts/moment.tsx'
import { ErrorNotice, Notice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import * as words from '../../words/index.ts'
import { CancelWork } from '../batches/cancel-work.tsx'
import { Downloads } from '../batches/downloads.tsx'
import { Progress } from '../batches/progress.tsx'
import { countReasons, Reasons } from '../batches/reasons.tsx'
import { DeliveriesOf } from '../deliveries/deliveries-of.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import { PauseCrawl } from './pause-crawl.tsx'
import { SiteTree } from './site-tree.tsx'
import { isOpen, useCrawl } from './use-crawl.ts'

type Crawl = Schemas['Crawl']
const said = words.work.crawls
/** What is told of a page without its content. */
const CSV_COLUMNS = [
  'url',
  'status',
  'status_code',
  'depth',
  'source',
  'title',
  'credits',
  'error_code',
  'error',
  'job_id',
] as const satisfies (keyof Schemas['CrawlPage'])[]

/** A crawl as it runs: its site as a tree, what was left out and why. */
export default function CrawlPage({ params }: { params: Record<string, string> }) {
  const { crawl, addresses, error, isStale } = useCrawl(params.id!)
  if (error && !crawl) return <ErrorNotice error={error} />
  if (!crawl || !addresses) return <div class="page-loading" aria-busy="true" />
  const { crawl_id, paused_reason, end_reason } = crawl
  return (
    <>
      <PageHead
        title={crawl.url}
        state={<StateWord state={paused_reason ? 'paused' : crawl.status} />}
        lead={paused_reason ? said.pauses[paused_reason] : end_reason && said.ends[end_reason]}
      >
        {isOpen(crawl) && (
          <>
            <PauseCrawl id={crawl_id} isPaused={paused_reason === 'caller'} />
            <CancelWork run={() => gleaner().crawls.cancel(crawl_id)} queryKey={['crawl', crawl_id]} />
          </>
        )}
      </PageHead>
      {isStale && <Notice kind="warn">{words.work.stale}</Notice>}
      {crawl.error && <Notice kind="bad">{crawl.error}</Notice>}
      <Summary crawl={crawl} />
      <Reasons reasons={countReasons(crawl.results ?? [])} />
      <Reasons title={said.skipped} reasons={skippedOf(crawl)} />
      <Reasons title={said.traps} reasons={crawl.traps.map(({ pattern, skipped }) => [pattern, skipped])} />
      <section class="stack">
        <h2>{said.tree}</h2>
        <SiteTree addresses={addresses} start={crawl.url} />
      </section>
      <DeliveriesOf of={{ crawl_id }} isOpen={isOpen(crawl)} />
    </>
  )
}

function Summary({ crawl }: { crawl: Crawl }) {
  const { crawl_id, completed } = crawl
  const read = () => gleaner().crawls.get(crawl_id, { format: 'jsonl', include_results: true })
  return (
    <section class="card stack">
      <Progress counts={crawl} since={isOpen(crawl) ? crawl.created_at : undefined} />
      <p class="muted small">
        {said.discovered(formatNumber(crawl.discovered), formatNumber(crawl.max_pages))} {words.work.used}{' '}
        <Credits value={crawl.credits_used} />. {words.work.asked} <Moment at={crawl.created_at} />
        {crawl.completed_at && (
          <>
            , {words.work.ended.toLowerCase()} <Moment at={crawl.completed_at} />
          </>
        )}
      </p>
      {!isOpen(crawl) && completed > 0 && (
        <div class="row">
          <Downloads
            name={`crawl_${crawl_id}`}
            pages={completed}
            downloads={[
              { format: 'jsonl', read },
              {
                format: 'csv',
                read: async () => new Response(csvOfRecords(CSV_COLUMNS, crawl.results ?? [])),
              },
            ]}
          />
          <ExportButton run={(fields) => gleaner().exports.ofCrawl(crawl_id, fields)} />
        </div>
      )}
    </section>
  )
}

/** How many were left out, by reason, the most frequent first. */
function skippedOf({ skipped }: Crawl): [string, number][] {
  return Object.entries(skipped)
    .map(([reason, count]): [string, number] => [said.reasons[reason] ?? reason, count])
    .sort(([, a], [, b]) => b - a)
}
