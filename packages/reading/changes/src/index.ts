/**
 * What changed between two readings of a page.
 *
 * `read/` makes units of a page (lines, links, images); `compare/` matches those of two readings and tells the rest; `mask/`
 * finds what is noise, by two fetches of one moment, and knows it again; `show/` writes changes for people and machines;
 * `snapshots/` keeps versions as their differences; `judge/` is all of it for one look at a page that is watched. Everything is a pure function; time and memory grow with the page
 * (n log n), whatever is in it.
 *
 *   const noise = findNoise(readPage(html), readPage(htmlAgain))
 *   compare(readPage(before), readPage(html), { mode: 'semantic' }, { mask: noise, again: readPage(htmlAgain) })
 */

export { type CompareOptions, compare } from './compare/compare.ts'
export { compareFields, type FieldRule, type Fields, taken } from './compare/compare-fields.ts'
export { createCutter } from './compare/ignored.ts'
export type {
  Change,
  ChangeKind,
  CompareSettings,
  Comparison,
  Conditions,
  IgnoredText,
} from './compare/settings.ts'
export { type Judgement, judgePage, type Looks, type Watch } from './judge/judge-page.ts'
export { findNoise } from './mask/find-noise.ts'
export { EMPTY_MASK, type Mask, mergeMasks, parseMask } from './mask/mask.ts'
export { readPage } from './read/read-page.ts'
export { readSelected } from './read/read-selected.ts'
export type { Reading, Unit } from './read/unit.ts'
export { jsonPatch, type Operation } from './show/json-patch.ts'
export { toMarkdown } from './show/to-markdown.ts'
export { type Piece, wordDiff } from './show/word-diff.ts'
export { addVersion, type Chain, readVersion, startChain } from './snapshots/chain.ts'
