import { maskUrlCredentials } from './url-credentials.ts'

const MASK = '***'

/** Fields of a scrape whose values are secrets, by all names that they are sent under: what packages/work/jobs seals of a job. */
const SECRET_FIELDS = new Set(['body', 'cookies', 'headers', 'session_headers', 'webhook_headers', 'actions'])
/** What is the caller's own inside, and no request. */
const OPAQUE_FIELDS = new Set(['extraction_schema'])

/** A request, or a part of one, as it may be shown: without secrets, and without the logins of addresses. */
export function maskRequest<Part extends object>(request: Part): Part {
  return masked(request) as Part
}

function masked(value: unknown): unknown {
  if (typeof value === 'string') return maskUrlCredentials(value)
  if (Array.isArray(value)) return value.map(masked)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [
      name,
      OPAQUE_FIELDS.has(name) ? field : SECRET_FIELDS.has(name) && field != null ? MASK : masked(field),
    ]),
  )
}
