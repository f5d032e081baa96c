import { randomBytes } from 'node:crypto'
import type { Written } from '@gleaner/devstack/tests/everything-written'
import { createSearch } from '@gleaner/tier-worker/attempt/redaction/search'

/** What callers brought, and what the site set: each value with who was the first to write it. */
const planted = new Map<string, string>()
/** A value that is no secret: where it is not found, nothing would be. */
export const CONTROL = `c0ntr0l${randomBytes(12).toString('hex')}`

export function canary(by: string): string {
  const value = `c4n4ry${randomBytes(12).toString('hex')}`
  planted.set(value, by)
  return value
}

export function plantedBy(who: RegExp): number {
  return [...planted.values()].filter((by) => who.test(by)).length
}

export interface Found {
  place: string
  by: string
  around: string
}

/** The first of the secrets in each place that holds any, as it is, in hex or in base64. */
export function findCanaries(written: readonly Written[]): Found[] {
  const spelt = new Map<string, string>()
  for (const [value, by] of planted) for (const form of formsOf(value)) spelt.set(form, by)
  const search = createSearch([...spelt.keys()].map((form) => Buffer.from(form)))!
  return written.flatMap(({ place, bytes }) => {
    const [from, to] = search(bytes)
    if (from === undefined) return []
    const text = bytes.subarray(from, to).toString('latin1')
    const by = [...spelt].find(([form]) => text.startsWith(form.slice(0, 12)))?.[1] ?? 'unknown'
    return [{ place, by, around: bytes.subarray(Math.max(0, from - 80), to! + 20).toString('latin1') }]
  })
}

function formsOf(value: string): string[] {
  return [value, Buffer.from(value).toString('hex'), ...inBase64(value)]
}

/** The part that does not depend on what stands before and behind, for each place in a group of three bytes. */
function inBase64(value: string): string[] {
  return [0, 1, 2].map((shift) => {
    const text = Buffer.from(`${'x'.repeat(shift)}${value}`).toString('base64')
    return text.slice(Math.ceil((shift * 4) / 3), -4)
  })
}
