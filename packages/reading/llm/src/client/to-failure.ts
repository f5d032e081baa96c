import { LlmFailure } from './llm-failure.ts'

/** What the errors of both SDKs have in common. */
interface ProviderError {
  name?: string
  status?: number
  code?: unknown
  type?: unknown
  message?: string
  cause?: unknown
}

const TOO_LONG =
  /context.{0,20}(length|window|size)|too long|too many tokens|maximum.{0,30}tokens|reduce the length/i
const NO_MONEY = /insufficient_quota|billing|credit balance|exceeded your current quota/i
const DETAIL_CHARS = 200

/** An error of an SDK as a failure. `secret` is never in it, whatever a provider repeats. */
export function toFailure(error: unknown, secret: string): LlmFailure {
  const own = causeOf(error)
  if (own) return own
  const { name, status, code, type, message = '' } = error as ProviderError
  const said = `${String(code)} ${String(type)} ${message}`.slice(0, 2_000)
  if (/abort|timeout/i.test(name ?? '') || /timed? ?out|aborted/i.test(message.slice(0, 200)))
    return new LlmFailure('timeout')
  if (status === undefined) return new LlmFailure('unavailable')
  if (status >= 300 && status < 400)
    return new LlmFailure('rejected', `it answered with a redirect, status ${status}, which is not followed`)
  // A provider that refuses a key repeats parts of it.
  if (status === 401 || status === 403) return new LlmFailure('invalid_key', `status ${status}`)
  if (status === 402 || (status < 500 && NO_MONEY.test(said)))
    return new LlmFailure('quota', `status ${status}`)
  if (status === 429) return new LlmFailure('rate_limited')
  if (status === 413 || (status < 500 && TOO_LONG.test(said))) return new LlmFailure('context_length')
  if (status === 404) return new LlmFailure('unknown_model', shown(message, secret))
  if (status < 500) return new LlmFailure('rejected', `status ${status}: ${shown(message, secret)}`)
  return new LlmFailure('unavailable', `status ${status}`)
}

/** SDKs wrap what their `fetch` throws. */
function causeOf(error: unknown): LlmFailure | undefined {
  for (let at = error, step = 0; at && step < 5; at = (at as ProviderError).cause, step++) {
    if (at instanceof LlmFailure) return at
    if (at instanceof Error && at.name === 'AddressNotAllowed') return new LlmFailure('address', at.message)
  }
  return undefined
}

function shown(message: string, secret: string): string {
  const masked = secret === '' ? message : message.replaceAll(secret, '***')
  return masked.replaceAll(/[\x00-\x1f\x7f]+/g, ' ').slice(0, DETAIL_CHARS)
}
