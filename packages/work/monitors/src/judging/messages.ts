import type { Change, Judgement, Mask, Operation } from '@gleaner/changes'
import type { FieldValues } from '../fields/write-values.ts'
import type { StoredWatch } from '../watch.ts'

/** Versions of a page as they are stored. */
export interface StoredChain {
  full: Uint8Array
  deltas: Uint8Array
  length: number
}

/** One look at a page: results of jobs as JSON texts, and what was known before. */
export interface PageTask {
  watch: StoredWatch
  before: StoredChain | undefined
  now: string
  again: string | undefined
  mask: Mask | undefined
}

export interface JudgedPage extends Pick<Judgement, 'state' | 'needsAgain' | 'mask'> {
  changes: Change[]
  total: number
  text: string
  patch: Operation[] | null
  /** What its fields are now, in mode `fields`. */
  values?: FieldValues
  /** The versions with this one, where it is to be kept; `isNew`: of a chain of its own. */
  kept?: StoredChain & { isNew: boolean }
}

export type ThreadReply = { judged: JudgedPage } | { error: string }
