import { clone } from '../dom/edit.ts'
import { type Document, ELEMENT, type Element } from '../dom/node.ts'
import { findAll, findFirst, pageParts } from '../dom/query.ts'
import { textContent, visibleText } from '../dom/text.ts'
import { guessPageType, type PageType } from '../page-type.ts'
import { broadRoot, focusedRoot, namedArticle } from './choose-root.ts'
import { markBoilerplate } from './mark-boilerplate.ts'
import { markClutter } from './mark-clutter.ts'
import { type Outline, surveyOutline } from './outline.ts'
import { valueText } from './text-value.ts'

export function chooseMainContent(document: Document, url: string, opts: {wholePage?: boolean, force?: PageType} = {}): {root: Element, runningText: Element, text: string, pageType: PageType, doubt: string|undefined} {
  const body = pageParts(document).body!
  let o = surveyOutline(body)
  if (o.text[0]! < 300) {
    for (const el of findAll(body, 'noscript')) el.tag = 'div'
    const o2 = surveyOutline(body, true)
    if (o2.text[0]! > 3 * o.text[0]!) o = o2
  }
  const n = o.elements.length
  const { own, good } = valueText(o)
  const draft = markClutter(o, good, { keepComments: false, keepAsides: false })
  const dr = focusedRoot(o, own, draft)
  let prices = 0, code = 0
  for (let i = 0; i < n; i++) { if (o.elements[i]!.tag === 'pre') code++; if (o.ownText[i]! > 0 && o.ownText[i]! < 40 && hasPrice(o.elements[i]!)) prices++ }
  const pageType = opts.force ?? guessPageType(document, url, { prices, codeBlocks: code, focus: good[0]! ? good[dr]! / good[0]! : 0, goodText: good[0]! })
  let root = dr, clutter = draft
  if (pageType === 'forum') { clutter = markClutter(o, good, { keepComments: true, keepAsides: false }); root = focusedRoot(o, own, clutter) }
  else if (pageType !== 'article' && pageType !== 'documentation') { clutter = markClutter(o, good, { keepComments: false, keepAsides: true }); root = broadRoot(o, clutter) }
  else { root = namedArticle(o, root, good, pageTitle(document)) ; markBoilerplate(o, root, clutter)
    for (let i = root; i < o.end[root]!; i++) if (o.elements[i]!.tag === 'figcaption') clutter.fill(1, i, o.end[i]) }
  if (process.env.DBG) for (let i=1;i<n;i++) if (clutter[i] && !clutter[o.parent[i]!] && good[i]!>200) console.log('DROP', Math.round(good[i]!),'/',Math.round(good[0]!), o.elements[i]!.tag, (o.elements[i]!.attrs.class??'').slice(0,80), o.elements[i]!.attrs.id??'', o.elements[i]!.attrs.role??'')
  const drop = new Set<Element>()
  for (let i = root + 1; i < o.end[root]!; i++) if (clutter[i] && !clutter[o.parent[i]!]) drop.add(o.elements[i]!)
  const tree = clone(o.elements[root]!, (node) => node.type !== ELEMENT || !drop.has(node))
  return { root: tree, runningText: tree, text: visibleText(tree), pageType, doubt: undefined }
}

function pageTitle(document: Document): string {
  const t = findFirst(document, 'title')
  const og = findFirst(document, (e) => e.tag === 'meta' && e.attrs.property === 'og:title')
  return (t ? textContent(t) : '') + ' ' + (og?.attrs.content ?? '')
}

function hasPrice(el: Element): boolean {
  for (const c of el.children) if (c.type === 3 && /[$€£¥₹]\s?\d|\d\s?(?:€|kr|zł|USD|EUR)/.test(c.value)) return true
  return false
}
