import type { Gleaner } from '@gleaner/sdk'
import type { Cli } from '../cli.ts'

const PAUSE_MS = 20_000

const REASONS: Record<string, string> = {
  caller: 'somebody has paused it; it goes on when it is resumed',
  insufficient_balance: 'the balance does not pay for the next page; it goes on when there are credits',
  spend_limit: 'a spend limit is reached; it goes on in its next period',
  waiting_webhooks: 'too many webhooks wait; it goes on by itself',
}

/** Tells why a crawl stands still, once for each reason. */
export function watchPause({ signal, warn }: Cli, client: Gleaner, crawlId: string): { stop(): void } {
  let last: string | null = null
  const timer = setInterval(async () => {
    const crawl = await client.crawls
      .get(crawlId, { include_results: false }, { signal })
      .catch(() => undefined)
    const reason = crawl?.paused_reason ?? null
    if (reason !== null && reason !== last) warn(`The crawl waits: ${REASONS[reason] ?? reason}.`)
    last = reason
  }, PAUSE_MS)
  return { stop: () => clearInterval(timer) }
}
