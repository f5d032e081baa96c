import { errorOf } from '@gleaner/sdk'
import { z } from 'zod'
import { ToolError } from '../errors/tool-error.ts'
import { FORMATS, MaxTokens } from './fields.ts'
import { PagePart, type PageResult, pageReply, readPageCursor } from './page.ts'
import { stillRunning } from './scrape.ts'
import { defineTool, READS, type ToolCall } from './tool.ts'
import { readJobId } from './work-id.ts'

export const readPage = defineTool({
  name: 'read_page',
  title: 'Read a fetched page on',
  description:
    'Reads a page that was fetched within the last day, from the start or from where a reply ended. Nothing is fetched or charged. Send next_cursor of a reply as cursor for its next part, or the job_id of a page of scrape, scrape_batch, crawl_site or search, with the format that you want.',
  annotations: READS,
  input: z.strictObject({
    cursor: z
      .string()
      .max(1_000)
      .optional()
      .describe('next_cursor of the reply before. Leave job_id out then.'),
    job_id: z.string().max(100).optional().describe('The page, read from its start.'),
    format: z.enum(FORMATS).optional().describe('With job_id: what to read. Default: the first that it has.'),
    max_tokens: MaxTokens,
  }),
  output: PagePart,
  async run({ cursor, job_id, format, max_tokens }, call) {
    if (cursor === undefined && job_id === undefined)
      throw new ToolError('INVALID_REQUEST', 'Neither cursor nor job_id was sent.', 'Send one of them.')
    const wanted =
      cursor === undefined ? { jobId: readJobId(job_id!), format, at: 0 } : readPageCursor(cursor)
    const page = await getPage(call, wanted.jobId)
    if (page === undefined) return stillRunning(wanted.jobId)
    return pageReply(page, { format: wanted.format, at: wanted.at, maxTokens: max_tokens })
  },
})

/** The result of a job; undefined while it is at work. Throws the error that it has ended with. */
export async function getPage(
  { client, signal }: Pick<ToolCall, 'client' | 'signal'>,
  jobId: string,
): Promise<PageResult | undefined> {
  const job = await client.jobs.get(jobId, { signal })
  if (job.status === 'failed')
    throw errorOf(job.error ?? 'It failed.', { code: job.error_code, details: job.error_details, jobId })
  return job.result
}
