import { isObject } from '@gleaner/runtime/is-object'
import type { InlineScript } from '../page-index/page-index.ts'
import type { JsonObject } from './jsonld.ts'
import { parseLoose } from './parse-loose.ts'

/** Characters of script that are read as data on one page, and values that are taken from one script. */
const BUDGET_CHARS = 3_000_000
const VALUES_PER_SCRIPT = 12
/** `window.__STATE__ = {`, `var product = [`, `dataLayer.push({`, `JSON.parse("`: where data begins. */
const BEGINNINGS =
  /(?:[\w$\])]\s*=\s*|\b(?:push|parse|init|register|set|track|Product|config|extend|assign)\(\s*(?:["'][\w.:-]{1,60}["']\s*,\s*)?|,\s*)(?=[{[]\s*["'\w{[])|JSON\.parse\(\s*(?=["'`])|decodeURIComponent\(\s*(?=["'])|__next_f\.push\(\s*(?=\[)/g

/** The data in scripts: JSON scripts whole, and literals that JavaScript assigns or passes to a call. Nothing is run. */
export function readScriptValues(
  scripts: readonly InlineScript[],
  isWorth: (text: string) => boolean,
): JsonObject[] {
  const values: JsonObject[] = []
  let budget = BUDGET_CHARS
  for (const script of scripts) {
    if (budget <= 0 || !isWorth(script.text)) continue
    budget -= script.text.length
    const read = /json/.test(script.type) ? readJson(script.text) : readAssignments(script.text)
    for (const value of read) keep(values, value)
  }
  return values
}

function keep(values: JsonObject[], value: unknown): void {
  if (isObject(value)) values.push(value)
  else if (Array.isArray(value)) values.push({ list: value })
}

function readJson(text: string): unknown[] {
  const bare = text
    .replace(/^\s*<!--/, '')
    .replace(/-->\s*$/, '')
    .trim()
  const source = /^%7B/i.test(bare) ? decode(bare) : bare
  try {
    return [JSON.parse(source)]
  } catch {
    const loose = parseLoose(source)
    return loose ? [loose.value] : []
  }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function readAssignments(text: string): unknown[] {
  const values: unknown[] = []
  const pattern = new RegExp(BEGINNINGS)
  let failures = 0
  for (
    let match = pattern.exec(text);
    match && values.length < VALUES_PER_SCRIPT && failures < 40;
    match = pattern.exec(text)
  ) {
    const start = match.index + match[0].length
    const read = parseLoose(text, start)
    if (!read) {
      failures += 1
      continue
    }
    pattern.lastIndex = read.end
    const value = typeof read.value === 'string' ? readJson(read.value)[0] : read.value
    if (!isWorthKeeping(value)) continue
    for (const one of match[0].includes('__next_f') ? readFlight(value) : [value]) values.push(one)
  }
  return values
}

function isWorthKeeping(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : isObject(value) && Object.keys(value).length > 0
}

/** React's streamed state: `[1, "3:[\"$\",...]\n"]`, lines of `id:json`. */
function readFlight(value: unknown): unknown[] {
  const text = Array.isArray(value) && typeof value[1] === 'string' ? value[1] : ''
  return text
    .split('\n')
    .slice(0, 50)
    .flatMap((line) => {
      const at = line.search(/[[{]/)
      return at < 0 || at > 12 || line.length < 30 ? [] : readJson(line.slice(at))
    })
}
