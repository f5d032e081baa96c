import type { Format } from '../tools/fields.ts'

/** The resource that a fetched page is, in one format, from a place of its text on. */
export function pageUri(jobId: string, format: Format, at: number): string {
  return `gleaner://jobs/${jobId}/${format}${at === 0 ? '' : `/${at}`}`
}
