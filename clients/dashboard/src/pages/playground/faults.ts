import { GleanerError } from '@gleaner/sdk'

/** What is wrong with single fields, by their whole places: `advanced.rag.overlap_tokens`. */
export function issuesByPath(error: unknown): ReadonlyMap<string, string> {
  if (!(error instanceof GleanerError)) return new Map()
  const { issues, code, message } = error
  // An address that may not be asked has no issue of its own.
  if (issues.length === 0 && code === 'URL_NOT_ALLOWED') return new Map([['url', message]])
  return new Map(issues.map((issue) => [issue.path, issue.message]))
}
