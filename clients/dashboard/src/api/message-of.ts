import { GleanerError } from '@gleaner/sdk'
import * as words from '../words/index.ts'

/** What went wrong on this side, in words for people. */
export class SaidError extends Error {}

/** What an error says to a person: the service's own words, which name the remedy. */
export function messageOf(error: unknown): string {
  if (error instanceof GleanerError) return error.status === undefined ? words.common.offline : error.message
  return error instanceof SaidError ? error.message : words.common.unknownError
}

/** What is wrong with single fields, by their names. */
export function issuesOf(error: unknown): ReadonlyMap<string, string> {
  const issues = error instanceof GleanerError ? error.issues : []
  return new Map(issues.map(({ path, message }) => [path.split('.')[0]!, message]))
}
