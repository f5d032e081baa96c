import { ELEMENT, type ParentNode, parseFragment, TEXT } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { HtmlRenderer, Parser } from 'commonmark'
import fc from 'fast-check'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

const TAGS: Record<string, string> = { b: 'strong', i: 'em' }
const MARKS = new Set(['strong', 'em', 'code', 'a', 'h2', 'li', 'blockquote', 'pre'])

/** Every character that is no space, with the marks it stands under: what a reader sees, however it is nested. */
function shown(html: string): string[] {
  const characters: string[] = []
  const visit = (parent: ParentNode, marks: readonly string[]): void => {
    for (const child of parent.children) {
      if (child.type === TEXT)
        for (const c of child.value) if (/\S/.test(c)) characters.push([c, ...marks].join(' '))
      if (child.type !== ELEMENT) continue
      const tag = TAGS[child.tag] ?? child.tag
      const mark = tag === 'a' ? `a=${child.attrs.href}` : tag
      visit(child, MARKS.has(tag) ? [...new Set([...marks, mark])].sort() : marks)
    }
  }
  visit(parseFragment(html), [])
  return characters
}

function throughMarkdown(html: string): string {
  const { markdown } = renderMarkdown(readBlocks(parseFragment(html)))
  return new HtmlRenderer().render(new Parser().parse(markdown))
}

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** Text of just the characters that Markdown gives a meaning to, and a few that it does not. */
const trickyText = fc
  .array(fc.constantFrom(...'**__``[]()<>!&;#+-=1.:|~\\"\'ab é“”漢', ' ', ' '), {
    minLength: 1,
    maxLength: 12,
  })
  .map((characters) => escapeHtml(characters.join('')))

const { inlines } = fc.letrec<{ inlines: string; inline: string }>((tie) => ({
  inline: fc.oneof(
    { depthSize: 'small' },
    trickyText,
    trickyText,
    tie('inlines').map((inner) => `<b>${inner}</b>`),
    tie('inlines').map((inner) => `<i>${inner}</i>`),
    trickyText.map((code) => `<code>x${code}</code>`),
    trickyText.map((inner) => `<a href="https://e.example/p?q=1">x${inner}</a>`),
    fc.constant('<br>'),
  ),
  inlines: fc.array(tie('inline'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
}))

const { blocks } = fc.letrec<{ blocks: string; block: string }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small' },
    inlines.map((inner) => `<p>${inner}</p>`),
    inlines.map((inner) => `<h2>${inner}</h2>`),
    trickyText.map((code) => `<pre><code>x${code}\n\n ${code}</code></pre>`),
    fc
      .array(fc.oneof(inlines, tie('blocks')), { minLength: 1, maxLength: 3 })
      .map((items) => `<ul>${items.map((item) => `<li>${item}</li>`).join('')}</ul>`),
    fc
      .array(tie('blocks'), { minLength: 1, maxLength: 3 })
      .map((items) => `<ol start="3">${items.map((item) => `<li>${item}</li>`).join('')}</ol>`),
    tie('blocks').map((inner) => `<blockquote>${inner}</blockquote>`),
    fc.constant('<hr>'),
  ),
  blocks: fc.array(tie('block'), { minLength: 1, maxLength: 3 }).map((parts) => parts.join('')),
}))

describe('Markdown read by the reference implementation', () => {
  test('shows the same characters with the same marks, whatever characters they are', () => {
    fc.assert(
      fc.property(inlines, (html) => {
        expect(shown(throughMarkdown(`<p>${html}</p>`))).toEqual(shown(`<p>${html}</p>`))
      }),
      { numRuns: 500 },
    )
  })

  test('keeps blocks within blocks', () => {
    fc.assert(
      fc.property(blocks, (html) => {
        expect(shown(throughMarkdown(html))).toEqual(shown(html))
      }),
      { numRuns: 200 },
    )
  })
})
