import {
  ApiError,
  invalidRequest,
  type JobChanges,
  presentLabels,
  type ScrapeRequest,
} from '@gleaner/contracts'
import { splitUrlCredentials } from '@gleaner/contracts/url-credentials'
import type { AskedRequest } from '@gleaner/jobs'
import { type ForAll, mergeScrape } from './batches/merge-scrape.ts'

/** What was made of a request beside its own fields, and is made anew. */
const MADE = ['warnings', 'flat_reply'] as const

/** How a scrape says what it is read by: one that is named goes in place of all. */
const READ_BY = ['extraction_schema', 'extraction_profile', 'template', 'extract_rules'] as const

/**
 * The request of a job once more, in which some fields are others. Throws CONFLICT for one that is under way or was no scrape, and
 * INVALID_REQUEST for one whose secrets are gone and not sent anew.
 */
export function askAgain(asked: AskedRequest, changes: JobChanges = {}): ScrapeRequest {
  const { spec, isOpen, webhookUrl } = asked
  if (isOpen) throw notEnded('The job has not ended; it can be asked again once it has.')
  if (!isScrape(spec))
    throw new ApiError(
      'CONFLICT',
      'The job is no scrape: its page was sent, or kept. Send that request again.',
    )
  if (asked.hadSecrets !== false && !sendsSecrets(changes)) throw invalidRequest([LOST_SECRETS])
  const { sync = spec.sync, url = spec.url, ...others } = changes
  const again = mergeScrape(fieldsOf(asked, others), { ...others, url } as Parameters<typeof mergeScrape>[1])
  return {
    ...again,
    sync,
    webhook_url: changes.webhook_url ?? webhookUrl ?? undefined,
    ...presentLabels(asked),
    ...(changes.external_id !== undefined && { external_id: changes.external_id }),
    ...(changes.metadata !== undefined && { metadata: changes.metadata }),
  }
}

/** Whether its page was fetched for it, rather than sent, or kept. */
export const isScrape = ({ extract, parse, supplied }: AskedRequest['spec']): boolean =>
  !(extract || parse || supplied)

const RETRY_SECONDS = 5

/** CONFLICT for work that is to be asked again and is under way. */
export function notEnded(message: string): ApiError {
  return new ApiError('CONFLICT', message, { retry_after_seconds: RETRY_SECONDS })
}

function fieldsOf({ spec }: AskedRequest, changes: JobChanges): ForAll {
  const fields: Record<string, unknown> = { ...spec }
  for (const name of MADE) delete fields[name]
  // Those of a stored template are looked up anew; others were brought along.
  if (spec.template !== undefined) delete fields.selectors
  if (READ_BY.some((name) => changes[name] !== undefined)) {
    for (const name of READ_BY) delete fields[name]
    delete fields.auto_profile
    delete fields.selectors
  }
  return fields as ForAll
}

const LOST_SECRETS = {
  path: '',
  message:
    'the request held secrets (a body, cookies, session_headers, actions, or a login in its url), which were deleted when the job ended: send those that it needs anew',
}

function sendsSecrets({ body, advanced, url }: JobChanges): boolean {
  const { cookies, session_headers, actions } = advanced ?? {}
  const isLogin = url !== undefined && splitUrlCredentials(url).authorization !== undefined
  return body !== undefined || !!cookies || !!session_headers || !!actions || isLogin
}
