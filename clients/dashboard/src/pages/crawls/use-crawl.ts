import type { Schemas } from '@gleaner/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { useNews } from '../../api/follow-work.ts'
import { nextLook } from '../../api/looks.ts'
import * as words from '../../words/index.ts'
import type { Address } from './grow-tree.ts'

type Crawl = Schemas['Crawl']

const OPEN = new Set(['discovering', 'running'])

export const isOpen = ({ status }: Crawl): boolean => OPEN.has(status)

/** A crawl with its addresses, what has ended since it was read included. */
export function useCrawl(id: string) {
  const cache = useQueryClient()
  const queryKey = ['crawl', id]
  const read = cache.getQueryData<Crawl>(queryKey)
  const news = useNews(
    id,
    read !== undefined && isOpen(read),
    (fields, options) => gleaner().crawls.stream(id, fields, options) as never,
    () => void cache.invalidateQueries({ queryKey }),
  )
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) =>
      gleaner().crawls.get(id, { include_results: true, page_results: false }, { signal }),
    refetchInterval: (query) => query.state.data && isOpen(query.state.data) && nextLook(query),
  })
  const addresses = useMemo(() => data && addressesOf(data, news.ended), [data, news.ended])
  const { latest } = news
  const crawl =
    data && latest && isOpen(data) && latest.completed + latest.failed > data.completed + data.failed
      ? {
          ...data,
          total: latest.total,
          completed: latest.completed,
          failed: latest.failed,
          pending: latest.pending,
        }
      : data
  return { crawl, addresses, error, isStale: news.isStale }
}

/** Its pages, addresses that wait for their turn, and those that were left out and are no page of it by another way. */
function addressesOf(crawl: Crawl, ended: ReadonlyMap<string, string>): Address[] {
  const pages = (crawl.results ?? []).map(({ url, job_id, status, title, error_code, duplicate_of }) => ({
    url,
    jobId: job_id,
    state: ended.get(job_id) ?? status,
    title,
    why: error_code ?? (duplicate_of && words.work.crawls.duplicate),
  }))
  const waiting = (crawl.waiting ?? []).map((url) => ({ url, state: 'pending' }))
  const known = new Set([...pages, ...waiting].map(({ url }) => url))
  const left = Object.entries(crawl.left_out ?? {}).flatMap(([reason, urls]) =>
    urls
      .filter((url) => !known.has(url))
      .map((url) => ({ url, state: 'left_out', why: words.work.crawls.reasons[reason] ?? reason })),
  )
  return [...pages, ...waiting, ...left]
}
