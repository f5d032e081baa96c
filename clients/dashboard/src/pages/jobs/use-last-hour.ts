import type { Schemas } from '@gleaner/sdk'
import { useQuery } from '@tanstack/react-query'
import { useRef } from 'preact/hooks'
import { gleaner } from '../../api/client.ts'

type Job = Schemas['JobListEntry']

const HOUR_MS = 3_600_000
const PAGE_ROWS = 100
/** Pages that are read at first, and of what came since. */
const FIRST_PAGES = 10
const NEXT_PAGES = 2
/** What came is read so often, in milliseconds. */
const LOOK_MS = 30_000

/** Jobs of the last hour, at first the latest thousand of them; `isWhole`: there are no others. */
export function useLastHour() {
  const known = useRef(new Map<string, Job>())
  const isWhole = useRef(false)
  return useQuery({
    queryKey: ['last-hour'],
    queryFn: async ({ signal }) => {
      const since = Date.now() - HOUR_MS
      for (const [id, job] of known.current) if (Date.parse(job.created_at) < since) known.current.delete(id)
      const most = known.current.size === 0 ? FIRST_PAGES : NEXT_PAGES
      let cursor: string | null | undefined
      // What was read before goes on where this has come to.
      let isJoined = false
      for (let page = 0; page < most && cursor !== null; page++) {
        const { jobs, next_cursor } = await gleaner().jobs.list(
          { limit: PAGE_ROWS, created_after: new Date(since).toISOString(), ...(cursor && { cursor }) },
          { signal },
        )
        isJoined ||= jobs.some(({ id }) => known.current.has(id))
        for (const job of jobs) known.current.set(job.id, job)
        cursor = next_cursor
      }
      isWhole.current = cursor === null || (isWhole.current && isJoined)
      return { jobs: [...known.current.values()], isWhole: isWhole.current, at: Date.now() }
    },
    refetchInterval: LOOK_MS,
  })
}
