import { type Element, HEADINGS } from '@gleaner/markup'
import type { ManualSigns } from '@gleaner/page-types'
import { holdsOneOf, type Outline, placesOf } from './outline.ts'

/** Counts what a manual's page has and an article seldom: code in lines and blocks, headings that link to themselves, terms. */
export function readManualSigns(outline: Outline): ManualSigns {
  const { elements, end, text } = outline
  const leadsHere = holdsOneOf(outline, placesOf(outline, isOwnLink))
  const signs: ManualSigns = {
    codeBlocks: 0,
    codeWords: 0,
    linkedHeadings: 0,
    terms: 0,
    textLength: text[0]!,
  }
  for (let i = 1, preEnd = 0; i < elements.length; i++) {
    const { tag } = elements[i]!
    if (tag === 'pre') {
      signs.codeBlocks++
      preEnd = Math.max(preEnd, end[i]!)
    } else if (tag === 'dt') signs.terms++
    else if (CODE_TAGS.has(tag) && i >= preEnd) signs.codeWords++
    else if (HEADINGS.has(tag) && leadsHere(i)) signs.linkedHeadings++
  }
  return signs
}

const CODE_TAGS: ReadonlySet<string> = new Set(['code', 'tt', 'kbd', 'var', 'samp'])

function isOwnLink({ tag, attrs }: Element): boolean {
  return tag === 'a' && attrs.href !== undefined && /^#./.test(attrs.href)
}
