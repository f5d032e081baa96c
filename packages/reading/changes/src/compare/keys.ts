import { trimMarks } from '@gleaner/values'
import type { Unit } from '../read/unit.ts'
import { normalAddress } from './normal-address.ts'
import { normalForm, saysSomething } from './normal-form.ts'
import type { CompareSettings } from './settings.ts'

/** What a unit is compared by: equal keys are no change; undefined for what does not count in the mode. */
export function keysOf(mode: CompareSettings['mode']): (unit: Unit, text: string) => string | undefined {
  return mode === 'exact' ? exactKey : semanticKey
}

function exactKey({ kind }: Unit, text: string): string {
  return `${kind} ${text}`
}

function semanticKey({ kind, isAdvert, label }: Unit, text: string): string | undefined {
  if (isAdvert) return undefined
  if (kind === 'link') return `link ${normalAddress(text)}`
  const form = trimMarks(normalForm(kind === 'image' ? (label ?? '') : text), SEPARATORS)
  return saysSomething(form) ? `${kind} ${form}` : undefined
}

/** Signs that lay a line out, before and behind what it says. */
const SEPARATORS = /[\s:|/>›»·•*–—]/
