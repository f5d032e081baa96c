import type { Wall } from '@gleaner/contracts'
import { type BlockPageText, readBlockPageText, withoutQuotes } from './block-page-text.ts'
import type { PageFeatures } from './page-features.ts'
import type { TargetResponse } from './verdict.ts'

/**
 * One row of the tables of block pages. Every condition that is given must hold. `in` says how little text a
 * page may have to be the block page itself: sites load the same scripts on pages that they deliver, and articles quote the
 * same words.
 */
export interface BlockRule {
  /** Names the row in a verdict; unique. */
  id: string
  by: string
  wall: Wall
  /** For the caller: the `detail` of the outcome. */
  detail: string
  /** `any` page, a `thin` one (little text), or a `refused` one (thin, and with an error status). Default `thin`. */
  in?: 'any' | 'thin' | 'refused'
  statuses?: readonly number[]
  /** A header and what its value must look like. */
  header?: readonly [name: string, value: RegExp]
  /** One of these strings stands in the markup, in this spelling. */
  markup?: readonly string[]
  /** All of these strings stand in the markup, in this spelling. */
  allMarkup?: readonly string[]
  title?: RegExp
  /** Not with this status. */
  exceptStatus?: number
  /** Matches none of the visible text: a vendor's page for a fault of the site behind it carries the same marks. */
  notText?: RegExp
  /** One of these matches the visible text, or that of noscript. */
  text?: RegExp | readonly RegExp[]
  /** Only the first so many characters of the text count. */
  opening?: number
  /** All of these match the inline scripts. */
  script?: readonly RegExp[]
  /** Matches the address that was answered, without its query: that may name other addresses. */
  url?: RegExp
  /** A page with more text than this is no such block page. */
  maxText?: number
  /** Block pages link to a contact or to help; with more links it is a page of a site. */
  maxLinks?: number
  /** More headings (h1, h2) than this make a page. */
  maxHeadings?: number
  /** More for a person to fill in than this makes a page: a form with a captcha is somebody's form, not a block page. */
  maxFields?: number
  /** At least this share of the text (0 to 1) reads like a block page. */
  minBlockText?: number
  /** What the text of a block page has to say. */
  blockText?: (text: BlockPageText) => boolean
}

/** Longest text of a block page. The longest known is Anubis's, of 1,900 characters. */
export const THIN_TEXT = 2_600
/** A vendor's name and its wording stand on pages about it as well: such a page has more to say than its block page. */
const MIN_BLOCK_TEXT = 0.35
/** Block pages link to help and terms; pages link to the rest of their site. */
const THIN_LINKS = 25

/** The first row that the response fits. */
export function findRule(
  rules: readonly BlockRule[],
  response: TargetResponse,
  page: PageFeatures,
): BlockRule | undefined {
  const thin = isThin(page)
  return rules.find((rule) => isInScope(rule, response.status, thin) && fits(rule, response, page))
}

export function isThin(page: PageFeatures): boolean {
  return page.isWhole && page.shown.length <= THIN_TEXT && page.links <= THIN_LINKS
}

function isInScope(rule: BlockRule, status: number, thin: boolean): boolean {
  if (rule.in === 'any') return true
  return thin && (rule.in !== 'refused' || status >= 400)
}

function fits(rule: BlockRule, { status, headers, finalUrl }: TargetResponse, page: PageFeatures): boolean {
  const { markup, title } = page
  if (rule.statuses && !rule.statuses.includes(status)) return false
  if (rule.header && !rule.header[1].test(headers[rule.header[0]] ?? '')) return false
  if (rule.exceptStatus === status) return false
  if (rule.url && !rule.url.test(withoutQuery(finalUrl))) return false
  if (rule.notText?.test(page.text)) return false
  if (rule.title && !rule.title.test(status < 400 ? withoutQuotes(title) : title)) return false
  if (rule.maxText !== undefined && page.text.length > rule.maxText) return false
  if (rule.maxHeadings !== undefined && page.headings > rule.maxHeadings) return false
  if (rule.maxLinks !== undefined && page.links > rule.maxLinks) return false
  if (rule.maxFields !== undefined && countFields(page, rule.wall) > rule.maxFields) return false
  if (rule.text && !saysAny(rule.text, page, rule.opening, status < 400)) return false
  if (rule.script && !rule.script.every((pattern) => pattern.test(page.scriptText))) return false
  if (rule.allMarkup && !rule.allMarkup.every((part) => markup.includes(part))) return false
  if (rule.markup && !rule.markup.some((part) => markup.includes(part))) return false
  return readsLikeBlockPage(rule, page, status)
}

/** Puzzles are answered by boxes to tick. */
function countFields({ fields }: PageFeatures, wall: Wall): number {
  return wall === 'challenge'
    ? fields.filter((type) => type !== 'checkbox' && type !== 'radio').length
    : fields.length
}

/** Checked last: it costs more than all the rest. A page without words says nothing against its title. */
function readsLikeBlockPage(rule: BlockRule, page: PageFeatures, status: number): boolean {
  const minShare = rule.minBlockText ?? (status < 400 && isOnlyWords(rule) ? MIN_BLOCK_TEXT : 0)
  if (minShare === 0 && !rule.blockText) return true
  page.blockText ??= readBlockPageText(page.title, page.lines)
  return page.blockText.share >= minShare && (rule.blockText?.(page.blockText) ?? true)
}

/** Whether the rule rests on words alone, which may as well be somebody's words about such a page. */
function isOnlyWords({ markup, allMarkup, script, header, url }: BlockRule): boolean {
  return !markup && !allMarkup && !script && !header && !url
}

function saysAny(
  patterns: RegExp | readonly RegExp[],
  page: PageFeatures,
  opening = THIN_TEXT,
  mayQuote = true,
): boolean {
  const texts = (mayQuote ? unquoted(page) : [page.text, page.noscriptText]).map((text) =>
    text.slice(0, opening),
  )
  const list = patterns instanceof RegExp ? [patterns] : patterns
  return texts.some((text) => list.some((pattern) => pattern.test(text)))
}

/** Worked out once: many rules ask for it. */
function unquoted(page: PageFeatures): readonly string[] {
  page.unquoted ??= [page.text, page.noscriptText].map((text) => withoutQuotes(text.slice(0, THIN_TEXT)))
  return page.unquoted
}

function withoutQuery(url: string): string {
  return url.split(/[?#]/, 1)[0]!
}
