import { parseFragment, parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { renderHtml } from './html.ts'
import { renderMarkdown } from './markdown/render-markdown.ts'
import { renderRag } from './rag/render-rag.ts'
import { readBlocks } from './read-blocks.ts'
import { renderSectionTree } from './section-tree.ts'
import { renderText } from './text.ts'

const BASE = 'https://example.com/dir/page'
/** Of CPU time: the machine that runs the tests has other work. */
const MAX_MS = 5000

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** Everything that is made of a page's blocks. */
function makeAll(html: string) {
  const document = parseFragment(html)
  const blocks = readBlocks(document, BASE)
  const rendered = renderMarkdown(blocks)
  return {
    ...rendered,
    text: renderText(blocks),
    tree: JSON.stringify(renderSectionTree(blocks, undefined)),
    html: renderHtml(document, BASE),
  }
}

const nested = (open: string, close: string, depth = 3000) => `${open.repeat(depth)}x${close.repeat(depth)}`

describe('a hostile page', () => {
  test.each<[string, string]>([
    ['lists within lists', nested('<ul><li>a', '</li></ul>')],
    ['quotes within quotes', nested('<blockquote>a', '</blockquote>')],
    ['tables within tables', nested('<table><tr><td>a<td>', '</td></tr></table>', 600)],
    ['boxes within boxes', nested('<div class="alert alert-info">a', '</div>')],
    ['emphasis within emphasis', nested('<b>a<i>', '</i></b>')],
    ['definitions within definitions', nested('<dl><dt>a<dd>', '</dl>')],
    ['details within details', nested('<details><summary>a</summary>', '</details>')],
    ['code within code', nested('<pre><div><span>1</span><div>', '</div></div></pre>', 500)],
    ['formulas within formulas', `<math>${nested('<mrow><mfrac><mi>a</mi>', '</mfrac></mrow>', 250)}</math>`],
    ['one formula of many letters', `<math><mi>${'a'.repeat(200_000)}</mi></math>`],
    ['one formula of many terms', `<math>${'<mi>a</mi>'.repeat(100_000)}</math>`],
    ['links around blocks', nested('<a href=x><div>a', '</div></a>', 500)],
    ['one paragraph of many emphases', `<p>${'<b>“a”</b>b<i>c</i>'.repeat(6_000)}</p>`],
    ['one paragraph of many links', `<p>${'<a href="/x">[a</a>]('.repeat(6_000)}</p>`],
    ['one paragraph of characters to escape', `<p>${'*_`~[]&lt;'.repeat(20_000)}</p>`],
    ['many unclosed elements', '<b><i><a href=x>'.repeat(20_000)],
    ['many footnotes', '<p>a<sup><a href="#n1">1</a></sup><p id=n1>note'.repeat(10_000)],
    ['many lazy images', '<img data-src=a.png><noscript><img src=b.png></noscript>'.repeat(10_000)],
    ['a long srcset', `<img src="data:," srcset="${'a.png 1w, '.repeat(50_000)}">`],
    ['one long word', `<p>${'a'.repeat(500_000)}</p>`],
    ['long lines of code', `<pre>${`${'x '.repeat(2000)}\n`.repeat(50)}</pre>`],
    ['wide and deep', nested('<div>a', '</div>', 500).repeat(100)],
  ])('of %s takes bounded time', (_, html) => {
    const started = cpuMs()
    const { markdown } = makeAll(html)
    expect(cpuMs() - started).toBeLessThan(MAX_MS)
    // Every level of a list or quote costs each of its lines a prefix: nesting is bounded, so that this is, too.
    expect(markdown.length).toBeLessThan(html.length * 20 + 1000)
  })

  test('of one long word is counted and cut into chunks in bounded time', async () => {
    const { markdown, spans } = makeAll(`<p>${'ab1'.repeat(30_000)}</p>`)
    const started = cpuMs()
    const { chunks } = await renderRag({ markdown, spans })
    expect(cpuMs() - started).toBeLessThan(MAX_MS)
    expect(chunks.map(({ text }) => text).join('')).toBe(markdown)
  })
})

const tag = fc.constantFrom(
  ...'p div ul ol li blockquote pre code table tr td th b i a h1 h3 dl dt dd details summary figure sup math svg span section br hr img script style'.split(
    ' ',
  ),
)
const attribute = fc.constantFrom(
  '',
  ' class="note alert alert-info"',
  ' href="../x?a=b c"',
  ' href="javascript:alert(1)"',
  ' href="#fn1"',
  ' id="fn1"',
  ' src="i.png" alt="*a]"',
  ' src="data:image/png;base64,AA"',
  ' colspan="3"',
  ' class="language-js"',
  ' style="display:none"',
  ' start="7"',
)
const words = fc.constantFrom(
  'one',
  ' two ',
  '`',
  '```',
  '~~~',
  '\n\n',
  '# x',
  '1',
  '| a |',
  '漢字',
  '👩‍💻',
  '[^1]',
  '&lt;script&gt;',
  '',
)
/** Pages of every element in every place, closed or not. */
const page = fc
  .array(
    fc.oneof(
      fc.tuple(tag, attribute).map(([name, attrs]) => `<${name}${attrs}>`),
      tag.map((name) => `</${name}>`),
      words,
    ),
    { maxLength: 60 },
  )
  .map((parts) => parts.join(''))

describe('any page', () => {
  test('gives Markdown without scripts and relative links, with balanced fences', () => {
    fc.assert(
      fc.property(page, (html) => {
        const { markdown } = makeAll(html.replaceAll('<script', '<script>SECRET()</script><script'))
        expect(markdown).not.toContain('SECRET')
        const prose = markdown.replace(
          /^[ >]*(?:[-*:] |\d+[.)] )*(`{3,})[^`\n]*\n(?:[\s\S]*?\n)??[ >]*\1$/gm,
          '',
        )
        expect(prose).not.toMatch(/^[ >]*`{3,}[^`]*$/m)
        expect(prose.replace(/``.*?``|`[^`\n]*`/g, '').match(/(?<!\\)\]\((?!https?:)[^)]+/g)).toBeNull()
      }),
      { numRuns: 300 },
    )
  })

  test('gives the same bytes for the same page', () => {
    fc.assert(
      fc.property(page, (html) => {
        expect(makeAll(html)).toEqual(makeAll(html))
      }),
      { numRuns: 100 },
    )
  })

  test('leaves the document as it was', () => {
    fc.assert(
      fc.property(page, (html) => {
        const document = parseHtml(html)
        const before = JSON.stringify(document, (key, value) => (key === 'parent' ? undefined : value))
        renderMarkdown(readBlocks(document, BASE))
        renderHtml(document, BASE)
        expect(JSON.stringify(document, (key, value) => (key === 'parent' ? undefined : value))).toBe(before)
      }),
      { numRuns: 100 },
    )
  })

  test('is cut into chunks that are exact places of the Markdown, of bounded size, and leave nothing out', async () => {
    await fc.assert(
      fc.asyncProperty(page, fc.constantFrom(0, 16), async (html, overlap) => {
        const { markdown, spans } = makeAll(html)
        const { chunks } = await renderRag({ markdown, spans }, { chunk_tokens: 64, overlap_tokens: overlap })
        let end = 0
        for (const chunk of chunks) {
          expect((chunk.before ?? '') + markdown.slice(chunk.start, chunk.end) + (chunk.after ?? '')).toBe(
            chunk.text,
          )
          // What stands between two chunks is white space alone.
          expect(markdown.slice(end, Math.max(end, chunk.start)).trim()).toBe('')
          end = chunk.end
        }
        expect(markdown.slice(end).trim()).toBe('')
      }),
      { numRuns: 100 },
    )
  })
})
