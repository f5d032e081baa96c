import type { LeftOut } from './collect.ts'
import type { SiteQuestion } from './site-question.ts'

/** What a caller has to know of a map beside its addresses. */
export interface Warnings {
  /** Each is told once. */
  add(warning: string): void
  addLeftOut(leftOut: ReadonlyMap<LeftOut, number>, question: SiteQuestion): void
  list(): string[]
}

/** A site with thousands of faults has them told in part. */
const MOST = 20
const LONGEST = 500

export function createWarnings(): Warnings {
  const warnings = new Set<string>()
  const add = (warning: string) => void warnings.add(warning.slice(0, LONGEST).toWellFormed())
  return {
    add,
    addLeftOut(leftOut, question) {
      for (const [reason, tell] of Object.entries(REASONS)) {
        const count = leftOut.get(reason as LeftOut) ?? 0
        const text = count > 0 && tell?.(count, question)
        if (text) add(text)
      }
    },
    list() {
      const all = [...warnings]
      return all.length <= MOST ? all : [...all.slice(0, MOST), `And ${all.length - MOST} more.`]
    },
  }
}

/** What is worth a word: that links lead elsewhere, or to pictures, is no news. */
const REASONS: Partial<Record<LeftOut, (count: number, question: SiteQuestion) => string | undefined>> = {
  robots: (count) => `${count} found addresses were left out, as robots.txt disallows them.`,
  full: (_, { max_pages, search }) =>
    search ? undefined : `There are more than ${max_pages} addresses (max_pages).`,
}
