import { isObject } from '@gleaner/runtime/is-object'
import { type Passage, readPassages } from '../check/evidence.ts'

export type Parsed = { ok: true; data: unknown; passages: Passage[] } | { ok: false; fault: string }

/** Levels of an answer: more than a schema may have. */
const MOST_DEPTH = 64

/** How models that think aloud end their thoughts: Qwen and DeepSeek, others, Magistral. */
const END_OF_THOUGHTS = /<\/(?:think|thinking|reasoning)>|\[\/THINK\]/i

/** Reads `{data, evidence}` out of what a model wrote, which may stand behind its thoughts, in a fence or between sentences. */
export function parseAnswer(written: string): Parsed {
  const text = withoutThoughts(written)
  const from = text.indexOf('{')
  const to = text.lastIndexOf('}')
  if (from === -1 || to < from) return { ok: false, fault: 'it holds no JSON object' }
  const json = text.slice(from, to + 1)
  if (isTooDeep(json)) return { ok: false, fault: `it is nested deeper than ${MOST_DEPTH} levels` }
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch (error) {
    return { ok: false, fault: `it is no valid JSON: ${(error as Error).message.slice(0, 150)}` }
  }
  if (!isObject(value) || !Object.hasOwn(value, 'data')) return { ok: false, fault: 'it has no field "data"' }
  return { ok: true, data: value.data, passages: readPassages(value.evidence) }
}

/** An answer that begins at once has no thoughts before it: a page may have put their mark into it. */
function withoutThoughts(text: string): string {
  if (/^\s*[{`]/.test(text)) return text
  const end = END_OF_THOUGHTS.exec(text)
  return end ? text.slice(end.index + end[0].length) : text
}

/** Counts brackets outside of strings. */
function isTooDeep(json: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < json.length; at++) {
    const character = json[at]
    if (inString) {
      if (character === '\\') at++
      else if (character === '"') inString = false
    } else if (character === '"') inString = true
    else if (character === '{' || character === '[') {
      if (++depth > MOST_DEPTH) return true
    } else if (character === '}' || character === ']') depth--
  }
  return false
}
