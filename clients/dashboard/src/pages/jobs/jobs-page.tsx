import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'preact/hooks'
import { Link, useSearchParams } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { useFeed } from '../../api/use-feed.ts'
import { useList, withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { Button } from '../../parts/button.tsx'
import { DataTable } from '../../parts/data-table.tsx'
import { Empty } from '../../parts/empty.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import { PageHead } from '../../parts/page-head.tsx'
import * as words from '../../words/index.ts'
import { FilterBar } from './filter-bar.tsx'
import { readFilters } from './filters.ts'
import { JOB_COLUMNS } from './job-columns.tsx'
import { LastHour } from './last-hour.tsx'

/** All jobs of the account, the newest first, as they end. */
export default function JobsPage() {
  const [search, setSearch] = useSearchParams()
  const filters = readFilters(search)
  const list = useList(['jobs', filters], async (page, signal) =>
    withRows('jobs', await gleaner().jobs.list({ ...filters, ...page } as never, { signal })),
  )
  const counts = list.first?.counts
  return (
    <>
      <PageHead
        title={words.jobs.title}
        lead={
          counts
            ? words.jobs.counts(
                formatNumber(counts.completed),
                formatNumber(counts.failed),
                formatNumber(counts.cached),
              )
            : words.jobs.lead
        }
      >
        <News />
      </PageHead>
      <LastHour />
      <FilterBar
        filters={filters}
        onFilters={(next) => setSearch(next as Record<string, string>, { replace: true })}
      />
      {list.error && <ErrorNotice error={list.error} again={() => list.refetch()} />}
      <DataTable
        label={words.jobs.title}
        columns={JOB_COLUMNS}
        rows={list.rows}
        keyOf={({ id }) => id}
        hrefOf={({ id }) => `/jobs/${id}`}
        onEnd={list.onEnd}
        empty={
          Object.keys(filters).length > 0 ? (
            <Empty title={words.jobs.nothingFits} />
          ) : (
            <Empty title={words.jobs.empty} example={words.jobs.emptyExample}>
              <Link class="button main" href="/">
                {words.jobs.tryOne}
              </Link>
            </Empty>
          )
        }
      />
    </>
  )
}

/** Rows do not jump: what has ended since is counted, and shown when it is asked for. */
function News() {
  const [count, setCount] = useState(0)
  const cache = useQueryClient()
  useFeed(['job'], () => setCount((before) => before + 1))
  if (count === 0) return <span class="muted small">● {words.jobs.live}</span>
  const show = () => {
    setCount(0)
    void cache.invalidateQueries({ queryKey: ['jobs'] })
  }
  return <Button onClick={show}>{words.jobs.news(formatNumber(count))}</Button>
}
