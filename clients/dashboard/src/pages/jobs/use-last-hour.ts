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
const LOOK_MS = 15_000

/** Jobs of the last hour, the latest thousand of them; `isWhole`: there are no more. */
export function useLastHour() {
  const known = useRef(new Map<string, Job>())
  return useQuery({
    queryKey: ['last-hour'],
    queryFn: async ({ signal }) => {
      const since = Date.now() - HOUR_MS
      for (const [id, job] of known.current) if (Date.parse(job.created_at) < since) known.current.delete(id)
      const most = known.current.size === 0 ? FIRST_PAGES : NEXT_PAGES
      let cursor: string | null | undefined
      for (let page = 0; page < most && cursor !== null; page++) {
        const reply = await gleaner().jobs.list(
          {
            limit: PAGE_ROWS,
            created_after: new Date(since).toISOString(),
            ...(cursor && { cursor }),
          },
          { signal },
        )
        for (const job of reply.jobs) known.current.set(job.id, job)
        cursor = reply.next_cursor
      }
      return { jobs: [...known.current.values()], isWhole: cursor === null, at: Date.now() }
    },
    refetchInterval: LOOK_MS,
  })
}
