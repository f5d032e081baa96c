import { childElements, ELEMENT, type Element, findAll, isHidden, type ParentNode } from '@gleaner/markup'

/**
 * A tab or accordion panel that is hidden until a click: its text is content. Menus open in the same way, but inside
 * navigation, headers and the like.
 */
export function isClosedPanel(element: Element): boolean {
  return isHidden(element) && isPanel(element)
}

/** The element, or a child of it, is a tab or accordion panel, hidden or not. */
export function isPanel(element: Element): boolean {
  const isNamed = [element, ...childElements(element)].some(
    ({ attrs }) => PANEL_ROLES.has(attrs.role ?? '') || PANEL_NAME.test(attrs.class ?? ''),
  )
  return isNamed && !isNear(element, isOutsideContent)
}

/** Takes away what hides the panels below `root`. */
export function openPanels(root: Element): void {
  for (const { attrs } of findAll(root, isClosedPanel)) {
    delete attrs.hidden
    delete attrs.style
  }
}

/** Levels up that are looked at: bounds the work on a deep page of nothing but panels. */
const MAX_UP = 40

/** The element or one of its nearest ancestors matches. */
export function isNear(element: Element, matches: (element: Element) => boolean): boolean {
  let at: ParentNode | null = element
  for (let up = 0; up < MAX_UP && at?.type === ELEMENT; up++) {
    if (matches(at)) return true
    at = at.parent
  }
  return false
}

const PANEL_ROLES: ReadonlySet<string> = new Set(['tabpanel', 'region'])
const PANEL_NAME =
  /(?:^|[\s_-])(?:accordion[_-]*(?:panel|content|body|item[_-]*(?:content|body))|tab[_-]*(?:panel|pane|content))(?:$|[\s_-])/i

function isOutsideContent({ tag, attrs }: Element): boolean {
  return OUTSIDE_TAGS.has(tag) || attrs['aria-modal'] !== undefined || attrs.role === 'dialog'
}

const OUTSIDE_TAGS: ReadonlySet<string> = new Set(['nav', 'header', 'footer', 'aside', 'dialog'])
