import { isBuyLabel } from '@gleaner/values'
import { oncePerPage } from '../page-index/once-per-page.ts'
import type { PageIndex, Placed } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'

const BUY_NAME =
  /add-?to-?(?:cart|bag|basket)|addtocart|buy-?(?:now|button|box)|btn-?buy|warenkorb|panier|carrito/

/** Number of buy buttons in the page's own content; many of them mean a list of products. */
export const countBuyButtons = oncePerPage(count)

function count(index: PageIndex): number {
  const own = index.buttons.slice(0, 300).filter(({ outside }) => !outside)
  const labelled = own.filter(({ node }) => isBuyLabel(labelOf(node))).length
  return labelled || index.marked.filter(({ names, outside }) => !outside && BUY_NAME.test(names)).length
}

function labelOf(node: Placed['node']): string {
  const { attrs, tag } = node
  if (tag === 'input')
    return /^(?:submit|button|image)$/.test(attrs.type ?? '') ? (attrs.value ?? attrs.alt ?? '') : ''
  return shortText(node, 60) || (attrs['aria-label'] ?? attrs.title ?? '')
}
