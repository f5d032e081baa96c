import type { Fields, Gleaner, Schemas } from '@gleaner/sdk'

export type ScrapeRequest = Fields<'postScrape'>

/** Fetches a page, and waits for it however long the service says that it takes. Throws what made it fail. */
export async function scrapePage(
  client: Gleaner,
  request: ScrapeRequest,
  signal: AbortSignal,
): Promise<Schemas['ScrapeResult']> {
  const reply = await client.jobs.create(request, { signal, timeout: timeoutOf(request) })
  if ('content' in reply) return reply
  return (await client.jobs.wait(reply.job_id, { signal })).result
}

/** The service answers within 120 seconds, or with a job to wait for. */
function timeoutOf({ timeout = 90 }: ScrapeRequest): number {
  return Math.max(150, timeout + 30) * 1_000
}
