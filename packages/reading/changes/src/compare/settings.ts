/** A text that is cut out of both pages before they are compared, so that it stands in no message either. */
export type IgnoredText =
  | { contains: string }
  /** A pattern of RE2, which takes linear time. */
  | { matches: string }

export type ChangeKind = 'added' | 'removed' | 'replaced' | 'moved'

export interface Conditions {
  /** Fewer changes are no change. */
  min_changes?: number | undefined
  /** Fewer words that came or went are no change. */
  min_words?: number | undefined
  /** A smaller share of the page's characters that came or went is no change, in per cent. */
  min_percent?: number | undefined
  /** Changes of which none holds one of these texts are no change. */
  contains?: readonly string[] | undefined
}

export interface CompareSettings {
  /**
   * `exact`: every line, link and image in its order. `semantic`: what the page says, without layout, order, dates, counters,
   * tokens, advertisements.
   */
  mode: 'exact' | 'semantic'
  /** Default: as the mode says. */
  ignore_order?: boolean | undefined
  ignore?: readonly IgnoredText[] | undefined
  /** Kinds that are told; all when absent. */
  only?: readonly ChangeKind[] | undefined
  conditions?: Conditions | undefined
}

export interface Change {
  kind: ChangeKind
  /** `field` is a value that has a name. */
  what: 'text' | 'link' | 'image' | 'field'
  /** The heading that it stands under; the name of the selector or field. */
  section: string
  before?: string
  after?: string
  /** The words of a link, the alternative text of an image. */
  label?: string
}

export interface Comparison {
  /** Something is to be told. */
  changed: boolean
  changes: Change[]
  /** How many there are; `changes` holds the first 500. */
  total: number
  /** Words that came or went. */
  words: number
}

export const MOST_CHANGES = 500
