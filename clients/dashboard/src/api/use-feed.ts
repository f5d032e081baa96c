import { useEffect, useRef } from 'preact/hooks'
import { useSession } from '../session/use-session.ts'
import { gleaner } from './client.ts'

type Kind = 'job' | 'batch' | 'crawl'

/** A feed that broke for good is opened again after this long, in milliseconds. */
const PAUSE_MS = 10_000

/** Is told what ends in the account, as it ends, for as long as the component is shown. */
export function useFeed(kinds: readonly Kind[], onEvent: (event: unknown) => void): void {
  const { organization } = useSession()
  const latest = useRef(onEvent)
  latest.current = onEvent
  const wanted = kinds.join()
  useEffect(() => {
    const ended = new AbortController()
    void follow(wanted.split(',') as Kind[], ended.signal, (event) => latest.current(event))
    return () => ended.abort()
  }, [wanted, organization])
}

async function follow(kinds: Kind[], signal: AbortSignal, onEvent: (event: unknown) => void): Promise<void> {
  while (!signal.aborted) {
    try {
      for await (const event of gleaner().events({ kinds }, { signal })) onEvent(event)
    } catch {
      // The page reads lists anew by itself; the feed only tells sooner.
    }
    if (!signal.aborted) await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
  }
}
