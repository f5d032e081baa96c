import { errorOf, type GleanerError } from '../errors.ts'
import type { Schemas } from '../types.ts'

const MOST_TEXT = 300

/** What the API, or something in front of it, says about a request that failed. */
export async function readError(response: Response): Promise<GleanerError> {
  const { status, headers } = response
  const text = await response.text()
  const body = parse(text)
  const requestId = body?.request_id ?? headers.get('X-Request-Id') ?? undefined
  const seconds = secondsOf(headers.get('Retry-After'))
  return errorOf(messageOf(status, body, text), {
    status,
    code: typeof body?.error === 'string' ? body.error : undefined,
    details: body?.details,
    billing: body?.billing,
    requestId,
    retryAfter: seconds,
    jobId: headers.get('X-Service-Job-Id') ?? undefined,
  })
}

/** The form of the API's errors, or that of OAuth's. */
type ErrorBody = Partial<Omit<Schemas['ErrorReply'], 'error'>> & {
  error?: string
  error_description?: string
}

function parse(text: string): ErrorBody | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as ErrorBody) : undefined
  } catch {
    return undefined
  }
}

function messageOf(status: number, body: ErrorBody | undefined, text: string): string {
  const said = body?.message ?? body?.error_description ?? body?.error
  if (said) return said
  if (status >= 300 && status < 400)
    return `The server answered ${status}, which leads elsewhere; set baseUrl to the address of the service itself.`
  const start = text
    .replaceAll(/<[^>]*>|\s+/g, ' ')
    .trim()
    .slice(0, MOST_TEXT)
  return start ? `The server answered ${status}: ${start}` : `The server answered ${status} without a word.`
}

/** Seconds, or a date. */
function secondsOf(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  if (Number.isFinite(seconds)) return Math.max(0, seconds)
  const at = Date.parse(header)
  return Number.isNaN(at) ? undefined : Math.max(0, (at - Date.now()) / 1000)
}
