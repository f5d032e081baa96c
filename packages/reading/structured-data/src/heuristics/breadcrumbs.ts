import { findAll, resolveUrl } from '@gleaner/markup'
import type { PageIndex } from '../page-index/page-index.ts'
import { shortText } from '../page-index/short-text.ts'
import type { JsonObject } from '../syntaxes/jsonld.ts'

const TRAIL = /bread-?crumb|(?:^|[\s_-])crumbs?(?:$|[\s_-])/
const CRUMBS = { least: 2, most: 15 }

/** The page's place in its site as its breadcrumb links show it; undefined without them. */
export function findBreadcrumbs(index: PageIndex, base: string): JsonObject | undefined {
  for (const { node } of index.marked.filter(({ names }) => TRAIL.test(names)).slice(0, 5)) {
    const links = findAll(node, ({ tag, attrs }) => tag === 'a' && attrs.href !== undefined)
    if (links.length < CRUMBS.least || links.length > CRUMBS.most) continue
    const crumbs = links.flatMap((link) => {
      const [name, item] = [shortText(link, 100), resolveUrl(base, link.attrs.href!)]
      return name ? [{ name, ...(item ? { item } : {}) }] : []
    })
    if (crumbs.length < CRUMBS.least) continue
    return {
      '@type': 'BreadcrumbList',
      itemListElement: crumbs.map((crumb, at) => ({ '@type': 'ListItem', position: at + 1, ...crumb })),
    }
  }
  return undefined
}
