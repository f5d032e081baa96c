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

/**
 * The pages of a batch or crawl from a place on. Those of a crawl are read one by one: a reply of the API holds them with their results, of up to
 * 10 MB each.
 */
export async function* readItems(
  { client, signal }: Pick<ToolCall, 'client' | 'signal'>,
  work: Work,
  from: number,
): AsyncGenerator<Item, void, undefined> {
  switch (work.kind) {
    case 'batch': {
      const { items } = await client.batches.get(work.id, { include_results: false }, { signal })
      yield* (items as Item[]).slice(from)
      return
    }
    case 'crawl':
      for (let offset = from; ; offset++) {
        const page = { include_results: true, limit: 1, offset }
        const { results = [] } = await client.crawls.get(work.id, page, { signal })
        if (results.length === 0) return
        yield results[0] as Item
      }
    case 'job':
      throw new ToolError(
        'INVALID_REQUEST',
        'id: is a page, not a batch or crawl.',
        'Read it with read_page and job_id.',
      )
  }
}
