import { type ErrorReply, type Issue, LIMITS } from '@gleaner/contracts'
import { maskLogins } from '@gleaner/runtime'

/** The largest error reply, bytes. What a caller sent is repeated in it, so it has to be cut somewhere. */
export const ERROR_BODY_BYTES = 64 * 1024

const MESSAGE_CHARS = 4_000
const ISSUES = 50
const PATH_CHARS = 200
const ISSUE_CHARS = 500

/**
 * An error reply that is never larger than 64 KB: texts are cut, and of a long list of issues the first stay.
 * `details.issues_omitted` counts the others. Details that are large in another way are left out whole.
 */
export function truncateError<Body extends ErrorReply>(body: Body): Body {
  const message = cut(body.message, MESSAGE_CHARS)
  const fitted: Body = { ...body, message, detail: message }
  if (body.details) fitted.details = fitDetails(body.details)
  if (Buffer.byteLength(JSON.stringify(fitted)) <= ERROR_BODY_BYTES) return fitted
  const { error, detail, request_id } = fitted
  return { error, message, detail, details: { omitted: true }, request_id } as unknown as Body
}

function fitDetails(details: Record<string, unknown>): Record<string, unknown> {
  if (!Array.isArray(details.issues)) return details
  const issues = details.issues as Issue[]
  const omitted = issues.length - ISSUES
  return {
    ...details,
    issues: issues.slice(0, ISSUES).map(({ path, message }) => ({
      path: cut(path, PATH_CHARS),
      message: cut(message, ISSUE_CHARS),
    })),
    ...(omitted > 0 && { issues_omitted: omitted }),
  }
}

/** Cuts text that is too long, not through the middle of a character, nor of a login that would no longer look like one. */
function cut(text: string, chars: number): string {
  if (text.length <= chars) return text
  const masked = maskLogins(text.slice(0, chars + LIMITS.urlChars))
  return `${masked.slice(0, chars).replace(/[\ud800-\udbff]$/, '')}…`
}
