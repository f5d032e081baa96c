import { BLOCKED_TITLES, BOT_CHECK_TITLES } from './block-markers.ts'
import { readBlockPageText, withoutQuotes } from './block-page-text.ts'
import type { BlockRule } from './block-rule.ts'
import type { PageFeatures } from './page-features.ts'

/** Longest text (characters) and most links of a block page between a site's header and footer. */
const MAX_TEXT = 600
const MAX_LINKS = 5
const MIN_BLOCK_TEXT = 0.45

const CHECK: BlockRule = {
  id: 'framed-check',
  by: 'unknown',
  wall: 'challenge',
  detail: 'The site checks for bots',
}
const REFUSAL: BlockRule = {
  id: 'framed-refusal',
  by: 'unknown',
  wall: 'refusal',
  detail: 'The site refuses this visitor',
}

/**
 * A block page inside of its site's own frame: its title says so, and what is left without header, navigation and footer reads
 * like one. Fields count for nothing here: such frames have a search, and boxes for feedback that are hidden.
 */
export function findFramedWall(page: PageFeatures): BlockRule | undefined {
  const { shown, title, isWhole, fields } = page
  if (
    !isWhole ||
    !shown.isFramed ||
    shown.text === '' ||
    shown.text.length > MAX_TEXT ||
    shown.links > MAX_LINKS
  )
    return undefined
  if (fields.includes('password')) return undefined
  const said = withoutQuotes(title)
  const isCheck = BOT_CHECK_TITLES.test(said)
  if (!isCheck && !BLOCKED_TITLES.test(said)) return undefined
  const { share, checked, suspected, denied, visitor } = readBlockPageText(title, shown.text)
  if (share < MIN_BLOCK_TEXT) return undefined
  if (isCheck && suspected && (checked || visitor)) return CHECK
  return denied && visitor ? REFUSAL : undefined
}
