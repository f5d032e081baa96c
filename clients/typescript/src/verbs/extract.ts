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
    const job = await jobs.wait(reply.job_id, within())
    return extractionOf(reply.job_id, job.result, fields)
  })
  const data = dataOf(result)
  return {
    ...result,
    data: schema ? await validated(schema, data, { job_id: result.extract_id }) : data,
  } as Extracted<S>
}

/** The job of an extraction tells of its page; this is what the request would have been answered. */
function extractionOf(
  id: string,
  page: Schemas['ScrapeResult'],
  { content, extraction_profile = 'auto' }: Partial<Fields<'postExtract'>>,
): Schemas['ExtractResult'] {
  const { content: found, metadata, cached, billing } = page
  const extracted = dataOf(page)
  const formats = typeof found === 'string' ? { markdown: found } : found
  const evidence = page.evidence ?? (metadata.evidence as Record<string, unknown> | undefined)
  return {
    extract_id: id,
    formats: extracted !== undefined && 'json' in formats ? { ...formats, json: extracted } : formats,
    ...(extracted !== undefined && { extraction_result: extracted }),
    ...(page.filtered_content && { filtered_content: page.filtered_content }),
    missing_fields: page.missing_fields ?? (metadata.missing_fields as string[] | undefined) ?? [],
    ...(evidence && { evidence }),
    credits_used: billing.total_credits,
    model_used: page.model_used ?? null,
    extraction_method: page.extraction_method,
    extraction_profile,
    content_size_chars: content?.length ?? page.size_bytes,
    cache_hit: cached,
    extraction_metadata: { ...(page.extraction_metadata ?? withoutModel(page.response_time_ms)), cached },
    warnings: page.warnings ?? [],
  }
}

function withoutModel(latency_ms: number): Schemas['ExtractionMetadata'] {
  return {
    mode: 'algorithmic',
    provider: null,
    model: null,
    input_tokens: null,
    output_tokens: null,
    cost_microcents: null,
    cached: false,
    latency_ms,
  }
}
