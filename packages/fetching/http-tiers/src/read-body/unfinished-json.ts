import { mediaType } from '@gleaner/verdict'

const JSON_TYPE = /^(?:application|text)\/(?:[^/]+\+)?json$/
/** With whatever may stand before it: a byte order mark and white space. */
const STARTS_AS_JSON = /^(?:\xef\xbb\xbf)?\s{0,512}[[{]/
const [QUOTE, BACKSLASH, NUL] = [0x22, 0x5c, 0]

/** Whether a JSON object or array ends before its last bracket. Says nothing of what is not JSON, or not in UTF-8. */
export function isUnfinishedJson(headers: Record<string, string>, body: Uint8Array): boolean {
  if (!JSON_TYPE.test(mediaType(headers['content-type']))) return false
  if (!STARTS_AS_JSON.test(Buffer.from(body.subarray(0, 1024)).toString('latin1'))) return false
  let depth = 0
  let isInString = false
  for (let i = 0; i < body.length; i++) {
    const byte = body[i]!
    if (byte === NUL) return false
    if (isInString) {
      if (byte === BACKSLASH) i++
      else if (byte === QUOTE) isInString = false
    } else if (byte === QUOTE) isInString = true
    else depth += NESTING[byte] ?? 0
  }
  return isInString || depth > 0
}

/** By how much a byte outside of strings changes the depth. */
const NESTING = new Int8Array(256)
for (const bracket of '[{') NESTING[bracket.charCodeAt(0)] = 1
for (const bracket of ']}') NESTING[bracket.charCodeAt(0)] = -1
