import { NotFoundError } from '@gleaner/sdk'
import { useEffect, useRef, useState } from 'preact/hooks'

/** What a stream tells of an item that has ended. */
export interface Ended {
  completed: number
  failed: number
  total: number
  pending: number
  latest_status: 'succeeded' | 'failed'
  latest_url: string
  job_id: string
}

type Event = { event: 'progress'; id: string; data: Ended } | { event: 'complete'; id: string; data: unknown }
export type OpenStream = (
  fields: { last_event_id?: string },
  options: { signal: AbortSignal; maxRetries: number },
) => AsyncIterable<Event>

/** What ended meanwhile is drawn at once, so often, in milliseconds. */
const DRAW_MS = 250
/** A stream that has opened and not broken for so long is alive, also when nothing has ended. */
const ALIVE_MS = 1_500
/** A stream that broke is opened again after so long. */
const PAUSE_MS = 1_000

export interface News {
  /** How each item has ended, by its job. */
  ended: ReadonlyMap<string, Ended['latest_status']>
  /** The last that was told. */
  latest: Ended | undefined
  /** Nothing is told at the moment: what is shown may be old. */
  isStale: boolean
}

/**
 * What ends in a batch or crawl, as it ends, while `isOpen`. A stream that breaks goes on after the last event, so that nothing is left out.
 * `onEnd`: nothing more will come.
 */
export function useNews(id: string, isOpen: boolean, open: OpenStream, onEnd: () => void): News {
  const [news, setNews] = useState<News>({ ended: new Map(), latest: undefined, isStale: false })
  const calls = useRef({ open, onEnd })
  calls.current = { open, onEnd }
  useEffect(() => {
    if (!isOpen) return
    const over = new AbortController()
    let drawing: ReturnType<typeof setTimeout> | undefined
    const waiting: Ended[] = []
    const draw = () => {
      drawing = undefined
      const arrived = waiting.splice(0)
      setNews(({ ended, isStale }) => {
        const next = new Map(ended)
        for (const { job_id, latest_status } of arrived) next.set(job_id, latest_status)
        return { ended: next, latest: arrived.at(-1), isStale }
      })
    }
    void follow(over.signal, (...call) => calls.current.open(...call), {
      onItem(item) {
        waiting.push(item)
        drawing ??= setTimeout(draw, DRAW_MS)
      },
      onStale: (isStale) =>
        setNews((before) => (before.isStale === isStale ? before : { ...before, isStale })),
      onEnd: () => calls.current.onEnd(),
    })
    return () => {
      over.abort()
      clearTimeout(drawing)
    }
  }, [id, isOpen])
  return news
}

async function follow(
  signal: AbortSignal,
  open: OpenStream,
  {
    onItem,
    onStale,
    onEnd,
  }: { onItem: (item: Ended) => void; onStale: (is: boolean) => void; onEnd: () => void },
): Promise<void> {
  let last: string | undefined
  while (!signal.aborted) {
    const alive = setTimeout(() => onStale(false), ALIVE_MS)
    try {
      const events = open(last === undefined ? {} : { last_event_id: last }, { signal, maxRetries: 0 })
      for await (const { event, id, data } of events) {
        last = id || last
        if (event === 'complete') break
        onStale(false)
        onItem(data)
      }
      onStale(false)
      return onEnd()
    } catch (error) {
      if (signal.aborted || error instanceof NotFoundError) return
      onStale(true)
    } finally {
      clearTimeout(alive)
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
