import { ERRORS } from './generated/errors.ts'
import type { Schemas } from './types.ts'

export type ErrorCode = Schemas['ErrorReply']['error']

/** One fault of a request: where it is (`advanced.cookies`) and what to do about it. */
export interface Issue {
  path: string
  message: string
}

export interface ErrorFacts {
  /** HTTP status; of a job that failed, the one that its code stands for. */
  status?: number | undefined
  /** Of the table of errors; another word where something in between answered. */
  code?: string | undefined
  /** What a program can use of it. */
  details?: Record<string, unknown> | undefined
  /** Finds the request in the operator's logs. */
  requestId?: string | undefined
  /** Seconds after which the request may be repeated. */
  retryAfter?: number | undefined
  /** The attempts of a scrape that failed. */
  billing?: Schemas['Billing'] | undefined
  /** The job that failed. */
  jobId?: string | undefined
}

/** Whatever this client throws, but for the reason of a signal that ended a call. */
export class GleanerError extends Error {
  override readonly name: string = 'GleanerError'
  readonly status: number | undefined
  readonly code: string | undefined
  readonly details: Record<string, unknown> | undefined
  readonly requestId: string | undefined
  readonly retryAfter: number | undefined
  readonly billing: Schemas['Billing'] | undefined
  readonly jobId: string | undefined

  constructor(message: string, facts: ErrorFacts = {}, options?: ErrorOptions) {
    super(message, options)
    this.status = facts.status
    this.code = facts.code
    this.details = facts.details
    this.requestId = facts.requestId
    this.retryAfter = facts.retryAfter
    this.billing = facts.billing
    this.jobId = facts.jobId
  }

  /** What is wrong, field by field; of a request that is not as it must be. */
  get issues(): Issue[] {
    const issues = this.details?.issues
    return Array.isArray(issues) ? (issues as Issue[]) : []
  }

  /** The first field that is wrong, with dots: `advanced.cookies`. */
  get field(): string | undefined {
    return this.issues[0]?.path || undefined
  }

  /** What can be done about errors of this code. */
  get remedy(): string | undefined {
    return this.code === undefined ? undefined : ERRORS[this.code as ErrorCode]?.remedy
  }

  toJSON(): Record<string, unknown> {
    const { name, message, status, code, details, field, remedy, requestId, retryAfter, jobId } = this
    return { name, message, status, code, field, remedy, details, requestId, retryAfter, jobId }
  }
}

/** There is no valid credential. */
export class AuthenticationError extends GleanerError {
  override readonly name = 'AuthenticationError'
}
/** The credential may not do this. */
export class PermissionError extends GleanerError {
  override readonly name = 'PermissionError'
}
/** It is not there for this account, or no more. */
export class NotFoundError extends GleanerError {
  override readonly name = 'NotFoundError'
}
/** The request has to be mended; `issues` says where. */
export class InvalidRequestError extends GleanerError {
  override readonly name = 'InvalidRequestError'
}
/** It contradicts what there is. */
export class ConflictError extends GleanerError {
  override readonly name = 'ConflictError'
}
/** Too much at once, or too many: wait `retryAfter` seconds, where it is given. */
export class RateLimitError extends GleanerError {
  override readonly name = 'RateLimitError'
}
/** The balance, a spend limit or the request's own budget does not pay for it. */
export class InsufficientCreditsError extends GleanerError {
  override readonly name = 'InsufficientCreditsError'
}
/** The page failed, not the request: it was not delivered, or cannot be read. */
export class ScrapeError extends GleanerError {
  override readonly name: string = 'ScrapeError'
}
/** The page was delivered, and charged, but its data is not as `schema` wants it. `result` has what came. */
export class SchemaError extends ScrapeError {
  override readonly name: string = 'SchemaError'
  readonly result: unknown

  constructor(issues: Issue[], result: { job_id?: string }) {
    const [first] = issues
    super(`The data of the page does not fit the schema. ${first?.path || 'data'}: ${first?.message}`, {
      details: { issues },
      jobId: result.job_id,
    })
    this.result = result
  }
}
/** A fault of the service; the request may be repeated. */
export class ServerError extends GleanerError {
  override readonly name = 'ServerError'
}
/** No answer came. */
export class ConnectionError extends GleanerError {
  override readonly name = 'ConnectionError'
}
/** The time that was given is over. What the service has begun goes on: `jobId` names it where it is known. */
export class TimeoutError extends GleanerError {
  override readonly name = 'TimeoutError'
}
/** A webhook is not by the service, or not of now. */
export class WebhookError extends GleanerError {
  override readonly name = 'WebhookError'
}

type ErrorClass = new (message: string, facts?: ErrorFacts, options?: ErrorOptions) => GleanerError

/**
 * What each code of the API's table of errors is here; the Python client has the same table. A page that failed is a `ScrapeError` whether the
 * API answered so (415, 422), or the job ended so after its request was answered.
 */
export const KIND_BY_CODE: Record<ErrorCode, ErrorClass> = {
  INVALID_REQUEST: InvalidRequestError,
  INVALID_JSON: InvalidRequestError,
  URL_NOT_ALLOWED: InvalidRequestError,
  SESSION_DOMAIN_MISMATCH: InvalidRequestError,
  SESSION_COOKIES_CONFLICT: InvalidRequestError,
  METHOD_NOT_ALLOWED: InvalidRequestError,
  PAYLOAD_TOO_LARGE: InvalidRequestError,
  IDEMPOTENCY_CONFLICT: InvalidRequestError,
  UNAUTHENTICATED: AuthenticationError,
  FORBIDDEN: PermissionError,
  NOT_FOUND: NotFoundError,
  JOB_NOT_FOUND: NotFoundError,
  SESSION_NOT_FOUND: NotFoundError,
  JOB_EXPIRED: NotFoundError,
  SESSION_EXPIRED: NotFoundError,
  SESSION_INACTIVE: NotFoundError,
  CONFLICT: ConflictError,
  CANCELLED: ConflictError,
  IDEMPOTENCY_IN_PROGRESS: ConflictError,
  INSUFFICIENT_BALANCE: InsufficientCreditsError,
  SPEND_LIMIT_EXCEEDED: InsufficientCreditsError,
  BUDGET_EXCEEDED: InsufficientCreditsError,
  UNSUPPORTED_CONTENT_TYPE: ScrapeError,
  ALL_TIERS_FAILED: ScrapeError,
  EXTRACTION_FAILED: ScrapeError,
  OUTCOME_UNKNOWN: ScrapeError,
  RESOURCE_LIMIT_EXCEEDED: ScrapeError,
  RATE_LIMITED: RateLimitError,
  CONCURRENCY_LIMITED: RateLimitError,
  SESSION_LIMIT_REACHED: RateLimitError,
  BATCH_LIMIT_REACHED: RateLimitError,
  CRAWL_LIMIT_REACHED: RateLimitError,
  REQUEST_TIMEOUT: TimeoutError,
  INTERNAL: ServerError,
  NOT_IMPLEMENTED: ServerError,
  QUEUE_UNAVAILABLE: ServerError,
  SERVICE_UNAVAILABLE: ServerError,
}

/** Codes that the table does not have: of a newer service, of OAuth, or of something in between. */
const KIND_BY_STATUS: Record<number, ErrorClass> = {
  401: AuthenticationError,
  402: InsufficientCreditsError,
  403: PermissionError,
  404: NotFoundError,
  408: TimeoutError,
  409: ConflictError,
  410: NotFoundError,
  415: ScrapeError,
  429: RateLimitError,
}

export function errorOf(message: string, facts: ErrorFacts, options?: ErrorOptions): GleanerError {
  return new (kindOf(facts))(message, facts, options)
}

/** Why a job failed, as the API would have answered its request. */
export function errorOfJob(
  job: Pick<Schemas['Job'], 'id' | 'error' | 'error_code' | 'error_details'>,
): GleanerError {
  const { id, error = 'The job failed.', error_code: code, error_details: details } = job
  const status = code === undefined ? undefined : ERRORS[code as ErrorCode]?.status
  const billing = details?.billing as Schemas['Billing'] | undefined
  const kind = KIND_BY_CODE[code as ErrorCode] ?? ScrapeError
  return new kind(error, { code, status, details, billing, jobId: id })
}

function kindOf({ code, status = 0 }: ErrorFacts): ErrorClass {
  const byCode = code === undefined ? undefined : KIND_BY_CODE[code as ErrorCode]
  return byCode ?? KIND_BY_STATUS[status] ?? (status >= 500 ? ServerError : InvalidRequestError)
}
