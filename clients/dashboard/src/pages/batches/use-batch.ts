import type { Schemas } from '@gleaner/sdk'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'
import { type News, useNews } from '../../api/follow-work.ts'

type Batch = Schemas['Batch']

/**
 * The whole batch is read this often while it is under way, in milliseconds: what items cost and why they failed comes so. While the stream is
 * broken, more often.
 */
const LOOK_MS = 15_000
const LOOK_WHILE_STALE_MS = 4_000
const OPEN = new Set(['pending', 'processing'])

export const isOpen = ({ status }: Batch): boolean => OPEN.has(status)

/** A batch as it is, what has ended since it was read included. */
export function useBatch(id: string) {
  const cache = useQueryClient()
  const queryKey = ['batch', id]
  const read = cache.getQueryData<Batch>(queryKey)
  const news = useNews(
    id,
    read !== undefined && isOpen(read),
    (fields, options) => gleaner().batches.stream(id, fields, options) as never,
    () => void cache.invalidateQueries({ queryKey }),
  )
  const { data, error } = useQuery({
    queryKey,
    queryFn: ({ signal }) => gleaner().batches.get(id, { include_results: false }, { signal }),
    refetchInterval: ({ state }) =>
      state.data && isOpen(state.data) && (news.isStale ? LOOK_WHILE_STALE_MS : LOOK_MS),
  })
  const batch = useMemo(() => data && withNews(data, news), [data, news])
  return { batch, error, isStale: news.isStale }
}

/** What was read may be older or newer than what was told: of each item the end counts, of the counts those that are further. */
function withNews(batch: Batch, { ended, latest }: News): Batch {
  if (!isOpen(batch) || !latest) return batch
  const items = batch.items.map((item) => {
    const status = ended.get(item.job_id)
    return status && status !== item.status ? { ...item, status } : item
  })
  if (latest.pending >= batch.pending) return { ...batch, items }
  const { completed, failed, pending } = latest
  return { ...batch, items, status: 'processing', completed, failed, pending }
}
