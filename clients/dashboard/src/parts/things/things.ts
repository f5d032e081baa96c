import type { ComponentChildren } from 'preact'
import type { ReadPart } from '../../api/use-list.ts'
import type { Column } from '../data-table.tsx'

/** What a person is asked for when a thing is made. */
export interface FormField {
  /** As the API names it: what is wrong with it is shown beside it. */
  name: string
  label: string
  hint?: string
  kind?: 'text' | 'password' | 'number' | 'email' | 'date' | 'area' | 'check' | 'select' | 'organization'
  options?: readonly { value: string; label: string }[]
  required?: boolean
  initial?: string | boolean
  placeholder?: string
  /** Of the browser; default: `off`. */
  autocomplete?: string
  /** Asked for these values alone. */
  when?: (values: FormValues) => boolean
}

export type FormValues = Record<string, string | boolean>

/** What can be done with one thing. */
export interface ThingAction<Thing> {
  label: string
  run: (thing: Thing, values: FormValues) => Promise<unknown>
  /** Asked for before, in a form. */
  ask?: {
    title: string
    fields: readonly FormField[] | ((thing: Thing) => readonly FormField[])
    /** What stands in it at first. */
    valuesOf?: (thing: Thing) => FormValues
  }
  /** Asked before, where it cannot be taken back. */
  confirm?: { title: string; text: (thing: Thing) => string }
  /** What is told of its reply; default: nothing. */
  tell?: (reply: unknown) => ComponentChildren
  /** What its reply shows once: another key, another secret. */
  secretOf?: (reply: unknown) => string | undefined
  /** Shown for these things alone. */
  when?: (thing: Thing) => boolean
}

/** A kind of things that an account keeps: how they are listed and made, and what can be done with one. */
export interface Things<Thing> {
  /** Of the cache. */
  key: string
  title: string
  lead?: string
  /** What will stand here, and an example. */
  empty: string
  example?: string
  list: ReadPart<Thing>
  /** Most that the service gives at once; default: 100. */
  pageRows?: number
  idOf: (thing: Thing) => string
  /** What it is called, for whoever hears the page. */
  nameOf?: (thing: Thing) => string
  hrefOf?: (thing: Thing) => string
  columns: readonly Column<Thing>[]
  add?: {
    /** On the button and over the form. */
    label: string
    fields: readonly FormField[]
    create: (values: FormValues) => Promise<unknown>
    /** What is shown once, after it was made: a key, a secret. */
    secretOf?: (reply: unknown) => string | undefined
  }
  /** In place of `add`, where a page of its own asks for it. */
  addAt?: { label: string; href: string }
  actions?: readonly ThingAction<Thing>[]
}

/** What was written, without what was left empty; numbers as numbers. */
export function filled(values: FormValues, numbers: readonly string[] = []): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => [name, numbers.includes(name) ? Number(value) : value]),
  )
}

/** Lines or words as a list; undefined for none. */
export function wordsOf(value: string | boolean | undefined): string[] | undefined {
  const found = typeof value === 'string' ? value.split(/[\s,]+/).filter(Boolean) : []
  return found.length > 0 ? found : undefined
}

/** Lines of `Name: value` as headers; undefined for none. A line without a colon is a name with nothing, which the service refuses by its name. */
export function headersOf(value: string | boolean | undefined): Record<string, string> | undefined {
  const lines = typeof value === 'string' ? value.split('\n').filter((line) => line.trim() !== '') : []
  if (lines.length === 0) return undefined
  return Object.fromEntries(
    lines.map((line) => {
      const [name = '', ...rest] = line.split(':')
      return [name.trim(), rest.join(':').trim()]
    }),
  )
}

/** A day as the end of that day in UTC; null for none. */
export const endOfDay = (value: string | boolean | undefined): string | null =>
  value ? `${String(value)}T23:59:59Z` : null
