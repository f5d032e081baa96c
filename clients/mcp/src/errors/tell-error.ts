import type { CallToolResult } from '@modelcontextprotocol/server'
import { withoutUnseen } from '../reply/quote-page.ts'
import { REMEDIES, WITHOUT_ANSWER } from './remedies.ts'
import { ToolError } from './tool-error.ts'

/** What is known of an error: those of the SDK and of the tools themselves. */
export interface ErrorReply {
  code: string
  message: string
  remedy: string
  /** Faults of the request, field by field. */
  issues?: { path: string; message: string }[]
  retry_after_seconds?: number
  request_id?: string
}

/** Longer ones help nobody. In characters. */
const MESSAGE_CHARS = 2_000
const MOST_ISSUES = 20

/** An error as the agent reads it: what is wrong, and what to do. */
export function errorResult(error: unknown): CallToolResult {
  const reply = tellError(error)
  const { code, message, remedy, issues = [], request_id } = reply
  const lines = [
    `${code}: ${message}`,
    ...issues.map((issue) => `- ${issue.path}: ${issue.message}`),
    `What to do: ${remedy}`,
    ...(request_id === undefined ? [] : [`request_id: ${request_id}`]),
  ]
  return { isError: true, content: [{ type: 'text', text: lines.join('\n') }] }
}

interface Facts {
  name: string
  code?: string
  message: string
  details?: Record<string, unknown>
  retryAfter?: number
  requestId?: string
}

export function tellError(error: unknown): ErrorReply {
  if (error instanceof ToolError) return { code: error.code, message: error.message, remedy: error.remedy }
  const facts = factsOf(error)
  const own = facts.code === undefined ? WITHOUT_ANSWER[facts.name] : undefined
  if (own) return { ...own, message: withoutUnseen(facts.message).slice(0, MESSAGE_CHARS) }
  const { code = 'INTERNAL', message, details, retryAfter, requestId } = facts
  const issues = issuesOf(details)
  return {
    code,
    message: withoutUnseen(message).slice(0, MESSAGE_CHARS),
    remedy: remedyOf(code, retryAfter),
    ...(issues.length > 0 && { issues }),
    ...(retryAfter !== undefined && { retry_after_seconds: retryAfter }),
    ...(requestId !== undefined && { request_id: requestId }),
  }
}

/** What to do about an error of this code. */
export function remedyOf(code: string, retryAfter?: number): string {
  const remedy = REMEDIES[code] ?? REMEDIES.INTERNAL!
  return retryAfter === undefined ? remedy : `${remedy} Not before ${retryAfter} seconds have passed.`
}

function factsOf(error: unknown): Facts {
  if (error instanceof Error) return error as Facts
  return { name: 'Error', message: String(error) }
}

function issuesOf(details: Record<string, unknown> | undefined): { path: string; message: string }[] {
  const issues = details?.issues
  if (!Array.isArray(issues)) return []
  return issues.slice(0, MOST_ISSUES).map(({ path, message }) => ({
    path: String(path).slice(0, 200),
    message: withoutUnseen(String(message)).slice(0, 500),
  }))
}
