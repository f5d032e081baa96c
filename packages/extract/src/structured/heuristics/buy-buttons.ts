import { isBuyLabel } from '../../values/availability.ts'
import { oncePerPage } from '../once-per-page.ts'
import { shortText } from '../short-text.ts'
import type { PageSurvey, Placed } from '../survey.ts'

const BUY_NAME =
  /add-?to-?(?:cart|bag|basket)|addtocart|buy-?(?:now|button|box)|btn-?buy|warenkorb|panier|carrito/

/** Buttons of buying in the page's own content; many of them make a list of things. */
export const countBuyButtons = oncePerPage(count)

function count(survey: PageSurvey): number {
  const own = survey.buttons.slice(0, 300).filter(({ outside }) => !outside)
  const labelled = own.filter(({ node }) => isBuyLabel(labelOf(node))).length
  return labelled || survey.marked.filter(({ names, outside }) => !outside && BUY_NAME.test(names)).length
}

function labelOf(node: Placed['node']): string {
  const { attrs, tag } = node
  if (tag === 'input')
    return /^(?:submit|button|image)$/.test(attrs.type ?? '') ? (attrs.value ?? attrs.alt ?? '') : ''
  return shortText(node, 60) || (attrs['aria-label'] ?? attrs.title ?? '')
}
