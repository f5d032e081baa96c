import { htmlType } from '@gleaner/markup/html-type'
import { MEGABYTE } from '@gleaner/runtime/units'
import type { ExtractedJson } from '../extract-json.ts'
import type { ExtractRequest, FallbackCause } from '../types.ts'

/** jsdom needs some 60 bytes of memory for each byte of a page: a larger one would only fail a second time. */
const MOST_BYTES = 4 * MEGABYTE

/** Why a page has to be given to the fall-back reader; undefined when it need not, or cannot be helped by it. */
export function fallbackCause(request: ExtractRequest, outcome: ExtractedJson): FallbackCause | undefined {
  const isChosen = !request.onlyMainContent || request.parts?.include !== undefined
  if (outcome.ok) return outcome.foundNothing && !isChosen ? 'empty' : undefined
  if (outcome.code !== 'EXTRACTION_FAILED' || request.body.length > MOST_BYTES) return undefined
  return htmlType(request.body, request.contentType) ? 'failed' : undefined
}
