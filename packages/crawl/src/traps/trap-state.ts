import type { TrapReason } from './rules.ts'

/** What `crawl.traps` holds: all that the guard knows, in at most some 90 KB. */
export interface TrapState {
  /** First segments and hosts that are told by their names. */
  sections: string[]
  hosts: string[]
  patterns: Record<string, PatternState>
  /** Hashes of text that was seen (`createSeenHashes`). */
  seen: string
}

export interface PatternState {
  /** Pages that were read. */
  pages: number
  /** Addresses that were found, and the least and greatest of their numbers. */
  found: number
  numbers?: [least: number, greatest: number]
  /** New addresses of the pattern, and of its path, that a page of it leads to; the mean of lately. */
  births: number
  pathBirths: number
  /** How much of each rule's budget is used, by the rule's place. */
  used: Record<number, number>
  closed?: { why: TrapReason; budget: number; left: number }
}

/** A closed pattern, as the status of a crawl tells it. */
export interface TrapReport {
  pattern: string
  why: TrapReason
  /** For people. */
  reason: string
  /** Pages of no worth that the pattern could have. */
  budget: number
  /** Pages of it that were read. */
  pages: number
  /** How often addresses of it were left out since. */
  leftOut: number
}
