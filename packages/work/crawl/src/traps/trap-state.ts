import type { ParameterUse } from './idle-parameters.ts'
import type { TrapReason } from './trap-reasons.ts'

/** What `crawl.traps` holds: all that the guard knows, in at most some 90 KB. */
export interface TrapState {
  /** First segments and hosts that are told by their names. */
  sections: string[]
  hosts: string[]
  patterns: Record<string, PatternState>
  /** What parameters change, by kind of path and name. */
  parameters: Record<string, ParameterUse>
  /** Hashes of text, and of parts of addresses, that were seen (`createSeenHashes`). */
  seen: string
  parts: string
}

/** What a site says to addresses that nobody has written: every one has a page, these have none, or that could not be told. */
export type Verdict = 'endless' | 'finite' | 'unknown'

/** A pattern whose site is to be asked whether it has an end, by what one of its pages was like. */
export interface Suspicion {
  why: TrapReason
  /** That was used. */
  budget: number
  url: string
  /** Where it has led, if elsewhere. */
  movedTo?: string | undefined
  title?: string | undefined
  sample?: string | undefined
  /** Addresses of its pattern differ by their paths. */
  isPath?: true
  /** How often the site was asked, and what came of it. */
  asked: number
  verdict?: Verdict | undefined
}

export interface PatternState {
  /** Of its addresses (`UrlPattern`). */
  section: string
  shape: string
  /** Pages that were begun, that were read, and that were worth it: these show text that was not seen before, or lead on to other parts of the site. */
  begun: number
  pages: number
  worthy: number
  /** Addresses that were found, and the least and greatest of their numbers. */
  found: number
  numbers?: [least: number, greatest: number]
  /** New addresses of the pattern, and of its path, that a page of it leads to; the mean of lately. */
  births: number
  pathBirths: number
  /** How much of each budget is used, by its place. */
  used: Record<number, number>
  /** Of the last page that was read, and how often it was not that of the page before. */
  path?: string
  pathChanges?: number
  /** Of the last page that was read. */
  sample?: string | undefined
  suspicion?: Suspicion
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
