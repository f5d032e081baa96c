import type { Jobs } from '../groups/jobs.ts'
import type { AnySchema, DataOf } from '../schema/data-of.ts'
import { jsonSchemaOf, validated } from '../schema/read-schema.ts'
import { openDeadline } from '../transport/deadline.ts'
import type { Fields, Schemas } from '../types.ts'
import { WAIT_TIMEOUT_MS, type WaitOptions } from '../waiting/wait-until-over.ts'

/** Fields of a scrape beside its address. `schema`: what `data` of the result is to be. */
export type ScrapeFields<S extends AnySchema> = Omit<Fields<'postScrape'>, 'url'> & { schema?: S }

/** The result of a scrape; with a `schema` it has `data`. */
export type Scraped<S> = Schemas['ScrapeResult'] & ([S] extends [never] ? unknown : { data: DataOf<S> })

/** Scrapes a page and waits for its result, whether it comes at once or the job goes on. */
export async function scrape<S extends AnySchema>(
  jobs: Jobs,
  url: string,
  { schema, ...fields }: ScrapeFields<S>,
  options: WaitOptions = {},
): Promise<Scraped<S>> {
  const request = { ...fields, url, ...(schema && { extraction_schema: jsonSchemaOf(schema) }) }
  const result = await whole(options, 'The scrape', async (within) => {
    const reply = await jobs.create(request, within())
    return 'poll_url' in reply ? (await jobs.wait(reply.job_id, within())).result : reply
  })
  if (!schema) return result as Scraped<S>
  const data = await validated(schema, dataOf(result), result)
  return { ...result, data } as Scraped<S>
}

/** What a model has read goes before what the page says of itself. */
export function dataOf(result: { extraction_result?: unknown; filtered_content?: unknown }): unknown {
  return result.extraction_result ?? result.filtered_content
}

/** Several calls within one time: `within()` gives the options of the next one. */
export async function whole<T>(
  options: WaitOptions,
  what: string,
  work: (within: () => WaitOptions) => Promise<T>,
): Promise<T> {
  const deadline = openDeadline(options.timeout ?? WAIT_TIMEOUT_MS, options.signal, what)
  try {
    return await work(() => ({ ...options, signal: deadline.signal, timeout: Math.max(1, deadline.left()) }))
  } finally {
    deadline.close()
  }
}
