import { VENDOR_RULES } from '@gleaner/verdict'
import type { RecordedAnswer } from './answers.ts'

/** Headers that say what an answer is rather than who sent it. */
const PLAIN_HEADERS: ReadonlySet<string> = new Set([
  'content-type',
  'www-authenticate',
  'retry-after',
  'location',
])

/**
 * The answers as if nobody had ever heard of their vendors: no headers of theirs, no names of elements, scripts or fields,
 * status 200 where the page itself is what counts, and no table of vendors. What is still told is told by structure and words.
 */
export function withoutNames(answers: RecordedAnswer[]): RecordedAnswer[] {
  ;(VENDOR_RULES as unknown[]).length = 0
  return answers.map(withoutOwnNames)
}

function withoutOwnNames(answer: RecordedAnswer): RecordedAnswer {
  const { response, kind } = answer
  const headers = Object.fromEntries(
    Object.entries(response.headers).filter(([name]) => PLAIN_HEADERS.has(name)),
  )
  const renamed = Buffer.from(response.body)
    .toString('latin1')
    .replace(/<[a-z][^<>]{0,4000}>/gi, (tag) => tag.replace(NAMING, ' $1="n1"'))
    .replace(/<(\/?)[a-z]+-[a-z-]+/gi, '<$1n-1')
  const status = kind === 'blocked' ? 200 : response.status
  return { ...answer, response: { ...response, headers, status, body: Buffer.from(renamed, 'latin1') } }
}

const NAMING = /\s(id|src|class|name|action)\s*=\s*(?:"[^"]{0,3000}"|'[^']{0,3000}'|[^\s"'>]{1,3000})/gi
