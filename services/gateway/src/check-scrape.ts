import { ApiError, type Issue, type ScrapeRequest, scrapeRuleIssues } from '@gleaner/contracts'
import { checkExtractionSchema } from '@gleaner/extract/filter/check-schema'
import { invalidRequest } from './bind.ts'
import type { Context } from './context.ts'

/** Options whose provider an operator has to set up first. */
const NOT_SET_UP: readonly { option: 'use_proxy' | 'use_own_proxy' | 'use_system_proxy'; remedy: string }[] =
  [
    { option: 'use_proxy', remedy: 'this server has no premium proxy network; leave the option out' },
    { option: 'use_system_proxy', remedy: 'this server has no system proxy; leave the option out' },
    { option: 'use_own_proxy', remedy: 'this account has no proxy integration; leave the option out' },
  ]

/** Refuses what the fields' own schemas cannot see: fields that contradict each other, and addresses that are closed. */
export function checkScrape(ctx: Context, request: ScrapeRequest): void {
  checkSession(request)
  const issues = [...scrapeRuleIssues(request), ...missingProviders(request), ...schemaIssues(request)]
  if (issues.length > 0) throw invalidRequest(issues)
  checkAddress(ctx, request.url)
}

function checkSession({ session_id, advanced }: ScrapeRequest): void {
  const sessionId = session_id ?? advanced.session_id
  if (!sessionId) return
  if (advanced.cookies) {
    throw new ApiError(
      'SESSION_COOKIES_CONFLICT',
      'session_id and cookies exclude each other; send one of them.',
    )
  }
  throw new ApiError('SESSION_NOT_FOUND', `There is no session ${sessionId} in this account.`)
}

function missingProviders({ advanced }: ScrapeRequest): Issue[] {
  return NOT_SET_UP.filter(({ option }) => advanced[option]).map(({ option, remedy }) => ({
    path: `advanced.${option}`,
    message: remedy,
  }))
}

function schemaIssues({ extraction_schema }: ScrapeRequest): Issue[] {
  if (!extraction_schema) return []
  return checkExtractionSchema(extraction_schema).map(({ path, message }) => ({
    path: path ? `extraction_schema.${path}` : 'extraction_schema',
    message,
  }))
}

/** What the string alone tells; the worker checks again what the name resolves to. */
export function checkAddress(ctx: Pick<Context, 'egress'>, url: string): void {
  try {
    ctx.egress.checkUrl(url)
  } catch (error) {
    throw new ApiError('URL_NOT_ALLOWED', `url: ${(error as Error).message}`, {
      issues: [{ path: 'url', message: (error as Error).message }],
    })
  }
}
