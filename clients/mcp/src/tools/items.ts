import { ToolError } from '../errors/tool-error.ts'
import type { ToolCall } from './tool.ts'
import type { Work } from './work-id.ts'

/** A page of a batch or crawl, without its result. */
export interface Item {
  job_id: string
  url: string
  status: string
  status_code?: number
  title?: string
  credits?: number
  error?: string
  error_code?: string
}

/** As many pages of a crawl are read by a request; each is a line. A batch has no more than 1,000. */
const AT_ONCE = 500

/** The pages of a batch or crawl from a place on, in an order that stays. */
export async function* readItems(
  { client, signal }: Pick<ToolCall, 'client' | 'signal'>,
  { kind, id }: Work,
  from: number,
): AsyncGenerator<Item, void, undefined> {
  switch (kind) {
    case 'batch': {
      const { items } = await client.batches.get(id, { include_results: false }, { signal })
      yield* items.slice(from)
      return
    }
    case 'crawl':
      for (let offset = from; ; offset += AT_ONCE) {
        const wanted = { include_results: true, page_results: false, limit: AT_ONCE, offset }
        const { results = [] } = await client.crawls.get(id, wanted, { signal })
        yield* results
        if (results.length < AT_ONCE) return
      }
    case 'job':
      throw new ToolError(
        'INVALID_REQUEST',
        'id: is a page, not a batch or crawl.',
        'Read it with read_page and job_id.',
      )
  }
}
