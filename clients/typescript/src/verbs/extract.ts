import type { ExtractsApi } from '../generated/groups/extracts.ts'
import type { Jobs } from '../groups/jobs.ts'
import type { AnySchema, DataOf } from '../schema/data-of.ts'
import { jsonSchemaOf, validated } from '../schema/read-schema.ts'
import type { Fields, Schemas } from '../types.ts'
import type { WaitOptions } from '../waiting/wait-until-over.ts'
import { dataOf, whole } from './scrape.ts'

type OfOnePage = Omit<Fields<'postExtract'>, 'batch_id' | 'crawl_id' | 'monitor_id'>

/** Fields of an extraction from one page. `schema`: what `data` of the result is to be. */
export type ExtractFields<S extends AnySchema> = OfOnePage & { schema?: S }

/** The result of an extraction, with `data`: what was extracted. */
export type Extracted<S> = Schemas['ExtractResult'] & { data: [S] extends [never] ? unknown : DataOf<S> }

/** Extracts from one page, whether the answer comes at once or the job goes on. Many pages: `extracts.create`. */
export async function extract<S extends AnySchema>(
  extracts: ExtractsApi,
  jobs: Jobs,
  { schema, ...fields }: ExtractFields<S>,
  options: WaitOptions = {},
): Promise<Extracted<S>> {
  const request = { ...fields, ...(schema && { extraction_schema: jsonSchemaOf(schema) }) }
  const result = await whole(options, 'The extraction', async (within) => {
    const reply = await extracts.create(request as Fields<'postExtract'>, within())
    if (!('poll_url' in reply && 'job_id' in reply)) return reply as Schemas['ExtractResult']
    // What made it fail is thrown here.
    await jobs.wait(reply.job_id, within())
    return (await extracts.get(reply.extract_id, within())) as Schemas['ExtractResult']
  })
  const data = dataOf(result)
  return {
    ...result,
    data: schema ? await validated(schema, data, { job_id: result.extract_id }) : data,
  } as Extracted<S>
}
