import { parseDuration } from '@gleaner/values'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const TIMES = ['totalTime', 'prepTime', 'cookTime', 'performTime'] as const
/** What a total is made of where none is declared: schema.org's time to prepare something and to cook or to do it. */
const PARTS = [
  ['prepTime', 'cookTime'],
  ['prepTime', 'performTime'],
] as const

/** A recipe or manual without the times that a template wrote and nobody filled in (`PT0M`), and with the total of its parts. */
export function withTotalTime(item: JsonObject): JsonObject {
  if (TIMES.every((name) => item[name] === undefined)) return item
  const known = { ...item }
  for (const name of TIMES) if (secondsOf(item[name]) === 0) delete known[name]
  if (known.totalTime !== undefined) return known
  const parts = PARTS.map((names) => names.map((name) => secondsOf(known[name]) ?? 0))
  const total = parts.find((seconds) => seconds.every((part) => part > 0))
  return total ? { ...known, totalTime: asIso(total[0]! + total[1]!) } : known
}

function secondsOf(value: unknown): number | undefined {
  return typeof value === 'string' ? parseDuration(value) : undefined
}

function asIso(seconds: number): string {
  return `PT${Math.round(seconds / 60)}M`
}
