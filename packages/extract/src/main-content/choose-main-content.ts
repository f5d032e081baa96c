import { clone } from '../dom/edit.ts'
import { type Document, ELEMENT, type Element } from '../dom/node.ts'
import { findAll, pageParts } from '../dom/query.ts'
import { visibleText } from '../dom/text.ts'
import { guessPageType, type PageType } from '../page-type.ts'
import { markClutter } from './mark-clutter.ts'
import { addToParents, type Outline, surveyOutline } from './outline.ts'

export function chooseMainContent(
  document: Document,
  url: string,
  opts: { wholePage?: boolean; force?: PageType } = {},
): { root: Element; runningText: Element; text: string; pageType: PageType; doubt: string | undefined } {
  const force = opts.force
  const body = pageParts(document).body!
  let o = surveyOutline(body)
  if (o.text[0]! < 300) {
    for (const el of findAll(body, 'noscript')) el.tag = 'div'
    const o2 = surveyOutline(body, true)
    if (o2.text[0]! > 3 * o.text[0]!) o = o2
  }
  const n = o.elements.length
  const value = new Float64Array(n)
  const good = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const v = blockValue(o, i)
    value[i] = v
    good[i] = Math.max(0, v)
  }
  addToParents(o.parent, good)
  const draft = markClutter(o, good, { keepComments: false, keepAsides: false })
  const dr = bestRoot(o, value, draft)
  let prices = 0,
    code = 0
  for (let i = 0; i < n; i++) {
    if (o.elements[i]!.tag === 'pre') code++
    if (o.ownText[i]! > 0 && o.ownText[i]! < 40 && hasPrice(o.elements[i]!)) prices++
  }
  const pageType =
    force ??
    guessPageType(document, url, {
      prices,
      codeBlocks: code,
      focus: good[0]! ? good[dr]! / good[0]! : 0,
      goodText: good[0]!,
    })
  let root = dr,
    clutter = draft
  if (pageType === 'forum') {
    clutter = markClutter(o, good, { keepComments: true, keepAsides: false })
    root = bestRoot(o, value, clutter)
  } else if (pageType !== 'article' && pageType !== 'documentation') {
    clutter = markClutter(o, good, { keepComments: false, keepAsides: true })
    root = broadRoot(o, clutter)
  }
  if (process.env.DBG)
    for (let i = 1; i < n; i++)
      if (clutter[i] && !clutter[o.parent[i]!] && good[i]! > 200)
        console.log(
          'DROP',
          Math.round(good[i]!),
          '/',
          Math.round(good[0]!),
          o.elements[i]!.tag,
          (o.elements[i]!.attrs.class ?? '').slice(0, 80),
          o.elements[i]!.attrs.id ?? '',
          o.elements[i]!.attrs.role ?? '',
        )
  const drop = new Set<Element>()
  for (let i = root + 1; i < o.end[root]!; i++)
    if (clutter[i] && !clutter[o.parent[i]!]) drop.add(o.elements[i]!)
  const tree = clone(o.elements[root]!, (node) => node.type !== ELEMENT || !drop.has(node))
  return { root: tree, runningText: tree, text: visibleText(tree), pageType, doubt: undefined }
}

function hasPrice(el: Element): boolean {
  for (const c of el.children)
    if (c.type === 3 && /[$€£¥₹]\s?\d|\d\s?(?:€|kr|zł|USD|EUR)/.test(c.value)) return true
  return false
}

function broadRoot(o: Outline, clutter: Uint8Array): number {
  const left = o.ownText.slice()
  for (let i = 0; i < left.length; i++) if (clutter[i]) left[i] = 0
  addToParents(o.parent, left)
  let best = 0
  for (let i = 1; i < left.length; i++) {
    const el = o.elements[i]!
    if (!clutter[i] && (el.tag === 'main' || el.attrs.role === 'main') && left[i]! > 0.4 * left[0]!) {
      best = i
      break
    }
  }
  return best
}

function bestRoot(o: Outline, value: Float64Array, clutter: Uint8Array): number {
  const n = value.length
  const sum = value.slice()
  for (let i = n - 1; i >= 0; i--) {
    if (clutter[i]) {
      sum[i] = 0
      continue
    }
    if (i) sum[o.parent[i]!]! += sum[i]!
  }
  let root = 0
  for (let i = 0; i < n; i++) if (sum[i]! > sum[root]!) root = i
  for (;;) {
    let best = -1
    for (let c = root + 1; c < o.end[root]!; c = o.end[c]!) if (best < 0 || sum[c]! > sum[best]!) best = c
    if (best < 0 || sum[best]! < 0.9 * sum[root]!) break
    root = best
  }
  return root
}

function blockValue(o: Outline, i: number): number {
  const text = o.ownText[i]!
  if (text === 0) return 0
  const tag = o.elements[i]!.tag
  const density = o.ownLinkText[i]! / text
  if (density > 0.6) return -text * 0.5
  if (/^h[1-6]$/.test(tag)) return 0
  const sentence = o.ownStops[i]! > 0 || o.ownCommas[i]! > 1
  if (tag === 'pre' || tag === 'code') return text
  if (sentence && text > 40) return text * (1 - density)
  if (tag === 'p') return text * 0.5 * (1 - density)
  if (text > 80) return text * 0.5 * (1 - density)
  return 0
}
