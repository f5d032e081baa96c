import { useMutation, useQueryClient } from '@tanstack/react-query'
import { gleaner } from '../../api/client.ts'
import { Button } from '../../parts/button.tsx'
import { ErrorNotice } from '../../parts/notice.tsx'
import * as words from '../../words/index.ts'

const said = words.work.crawls

/** Pauses a crawl that runs, or lets one go on that somebody has paused. */
export function PauseCrawl({ id, isPaused }: { id: string; isPaused: boolean }) {
  const cache = useQueryClient()
  const change = useMutation({
    mutationFn: () => (isPaused ? gleaner().crawls.resume(id) : gleaner().crawls.pause(id)),
    onSuccess: () => cache.invalidateQueries({ queryKey: ['crawl', id] }),
  })
  return (
    <>
      {change.error && <ErrorNotice error={change.error} />}
      <Button onClick={() => change.mutate()} busy={change.isPending}>
        {isPaused ? said.resume : said.pause}
      </Button>
    </>
  )
}
