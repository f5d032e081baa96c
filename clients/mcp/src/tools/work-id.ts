import { z } from 'zod'
import { ToolError } from '../errors/tool-error.ts'

/** What goes on, or has ended. */
export type Work = { kind: 'batch' | 'crawl' | 'job'; id: string }

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const WorkId = z
  .string()
  .max(100)
  .describe('work_id of scrape_batch (batch_…) or crawl_site (crawl_…), or the job_id of one page.')

/** Crawls have a prefix here, so that their ids are told from those of jobs. */
export function writeWorkId({ kind, id }: Work): string {
  return kind === 'crawl' ? `crawl_${id}` : id
}

/** Throws a ToolError for what is no id. */
export function readWorkId(text: string): Work {
  const [, kind = 'job', uuid] = /^(?:(batch|crawl)_)?(.+)$/.exec(text.trim()) ?? []
  if (uuid === undefined || !UUID.test(uuid))
    throw new ToolError(
      'INVALID_REQUEST',
      'id: is none of a batch (batch_…), a crawl (crawl_…) or a page (a UUID).',
      'Send the id as a tool has given it.',
    )
  return kind === 'batch' ? { kind, id: text.trim() } : { kind: kind as 'crawl' | 'job', id: uuid }
}

/** The id of one page. Throws a ToolError for what is none. */
export function readJobId(text: string): string {
  const { kind, id } = readWorkId(text)
  if (kind === 'job') return id
  throw new ToolError(
    'INVALID_REQUEST',
    `job_id: is a ${kind}, not a page.`,
    'Read its pages with list_results, and one of them with read_page.',
  )
}
