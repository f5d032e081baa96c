import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { countTokens } from 'gpt-tokenizer/encoding/o200k_base'
import { renderContent } from './content.ts'
import { renderHtml } from './html.ts'
import { collectImages } from './images.ts'
import { collectLinks } from './links.ts'
import { renderMarkdown } from './markdown/render-markdown.ts'
import { placeStreamedContent } from './place-streamed.ts'
import { renderRag } from './rag/render-rag.ts'
import { loadTokenCounter } from './rag/tokens.ts'
import { readBlocks } from './read-blocks.ts'
import { filterSections } from './section-filter.ts'
import { renderSectionTree } from './section-tree.ts'
import { renderText } from './text.ts'

const URL_OF = 'https://example.com/docs/page'
const blocksOf = (html: string) => readBlocks(parseHtml(html), URL_OF)

const GUIDE = `<p>Welcome.</p><h1>Guide</h1><p>About it.</p><h2>Install</h2><p>Run <b>this</b>:</p><pre><code class="language-sh">npm i</code></pre>
<ul><li>one<ul><li>deep</li></ul></li><li>two</li></ul><h2>Use</h2><table><caption>Keys</caption><tr><th>Key<th>Does<tr><td>a|b<td>x</table>
<h2>Use</h2><img src="i.png" alt="I"><dl><dt>T<dd>d</dl><blockquote>said</blockquote><details><summary>S</summary><p>in</p></details>`

describe('text', () => {
  test('is what a reader sees, with markers of lists and tabs between cells', () => {
    expect(renderText(blocksOf(GUIDE))).toBe(
      'Welcome.\n\nGuide\n\nAbout it.\n\nInstall\n\nRun this:\n\nnpm i\n\n- one\n  - deep\n- two\n\nUse\n\nKeys\nKey\tDoes\na|b\tx\n\nUse\n\nT\n  d\n\nsaid\n\nS\n\nin',
    )
  })
})

describe('the section tree', () => {
  const tree = renderSectionTree(blocksOf(GUIDE), undefined)

  test('follows the headings, with what stands before the first in a section of its own', () => {
    expect(tree.title).toBe('Guide')
    expect(tree.sections.map(({ id, level }) => [id, level])).toEqual([
      ['intro', 0],
      ['guide', 1],
    ])
    expect(tree.sections[1]!.sections.map(({ id, path }) => [id, path])).toEqual([
      ['guide/install', ['Guide', 'Install']],
      ['guide/use', ['Guide', 'Use']],
      ['guide/use-2', ['Guide', 'Use']],
    ])
  })

  test('holds every kind of block', () => {
    const [install, use, useAgain] = tree.sections[1]!.sections
    expect(install!.blocks).toEqual([
      { type: 'paragraph', text: 'Run this:' },
      { type: 'code', language: 'sh', text: 'npm i' },
      { type: 'list', ordered: false, items: ['one\n- deep', 'two'] },
    ])
    expect(use!.blocks).toEqual([
      { type: 'table', caption: 'Keys', header: ['Key', 'Does'], rows: [['a|b', 'x']] },
    ])
    expect(useAgain!.blocks).toEqual([
      { type: 'image', src: 'https://example.com/docs/i.png', alt: 'I' },
      { type: 'dl', items: [{ term: 'T', definitions: ['d'] }] },
      { type: 'blockquote', text: 'said' },
      { type: 'details', summary: 'S', blocks: [{ type: 'paragraph', text: 'in' }] },
    ])
  })

  test('keeps the id of a section when another one is added before it', () => {
    const { sections } = renderSectionTree(blocksOf('<h1>New</h1><p>x</p><h1>Guide</h1><p>y</p>'), undefined)
    expect(sections.map(({ id }) => id)).toEqual(['new', 'guide'])
  })

  test('is filtered by number, kind and worth of blocks', () => {
    const ids = (sections: typeof tree.sections): string[] =>
      sections.flatMap((section) => [section.id, ...ids(section.sections)])
    expect(ids(filterSections(tree, { min_content_blocks: 3 }).sections)).toEqual([
      'guide',
      'guide/install',
      'guide/use-2',
    ])
    expect(
      ids(filterSections(tree, { exclude_content_types: ['table'], content_only: true }).sections),
    ).not.toContain('guide/use')
  })
})

describe('rag', () => {
  const paragraph = (word: string, count: number) => `<p>${`${word} sentence goes here. `.repeat(count)}</p>`

  test('cuts along sections, joins small ones, and gives exact offsets', async () => {
    const rendered = renderMarkdown(
      blocksOf(
        `<h1>A</h1>${paragraph('alpha', 60)}<h2>B</h2><p>b</p><h2>C</h2><p>c</p>${paragraph('gamma', 60)}`,
      ),
    )
    const { chunks, tokenizer, total_tokens } = await renderRag(rendered, { chunk_tokens: 256 })
    expect(tokenizer).toBe('o200k_base')
    expect(total_tokens).toBe(chunks.reduce((sum, { tokens }) => sum + tokens, 0))
    for (const { text, start, end, tokens } of chunks) {
      expect(rendered.markdown.slice(start, end)).toBe(text)
      expect(tokens).toBeLessThanOrEqual(256)
    }
    expect(chunks[0]!.heading_path).toEqual(['A'])
    expect(chunks.at(-1)!.heading_path).toEqual(['A', 'C'])
  })

  test('never cuts a row of a table or a line of code', async () => {
    const row = (n: number) => `<tr><td>row ${n} with some words in it<td>and some more words ${n}</tr>`
    const html = `<table><tr><th>A<th>B</tr>${Array.from({ length: 80 }, (_, n) => row(n)).join('')}</table><pre>${'a line of code that is not very short\n'.repeat(80)}</pre>`
    const rendered = renderMarkdown(blocksOf(html))
    const { chunks } = await renderRag(rendered, { chunk_tokens: 64, overlap_tokens: 20 })
    expect(chunks.length).toBeGreaterThan(20)
    for (const { start, end } of chunks) {
      expect(start === 0 || rendered.markdown[start - 1] === '\n').toBe(true)
      expect(end === rendered.markdown.length || rendered.markdown[end] === '\n').toBe(true)
    }
  })

  test('repeats the end of the chunk before when asked to', async () => {
    const rendered = renderMarkdown(blocksOf(paragraph('alpha', 100)))
    const { chunks } = await renderRag(rendered, { chunk_tokens: 100, overlap_tokens: 30 })
    for (const [index, chunk] of chunks.entries())
      if (index > 0) expect(chunk.start).toBeLessThan(chunks[index - 1]!.end)
  })

  test('counts as the tokenizer does', async () => {
    const count = await loadTokenCounter()
    expect([count('hello world'), count(''), count('<|endoftext|>')]).toEqual([2, 0, 7])
  })

  test.each([
    '中国是世界四大文明古国之一，有着悠久的历史。',
    'https://example.com/a-b-c/d_e_f?x=1&y=%e2%80%ae/',
    "don't-won't,it's/",
    'x={a:1,b:[2,3],c:"d"};',
  ])('counts long runs as the tokenizer does where letters end in them: %s', async (unit) => {
    const count = await loadTokenCounter()
    const text = unit.repeat(Math.ceil(3_000 / unit.length))
    expect(count(text)).toBe(countTokens(text))
  })
})

describe('html', () => {
  const page = `<!DOCTYPE html><html><head><title>T</title><link rel="stylesheet" href="a.css"><link rel="canonical" href="/c"><script>x()</script><style>p{}</style></head>
<body onload="x()"><!-- note --><div id="onetrust-banner-sdk">We use cookies</div><main><a href="/a" onclick="x()" style="color:red">A</a><img src="/t.gif" width=1 height=1><img src="data:image/gif;base64,AA" data-src="b.png"><img srcset="c.png 1x, d.png 2x"><a href="javascript:x()">J</a><iframe src="https://www.googletagmanager.com/ns.html"></iframe></main></body></html>`

  test('is the page without scripts, styles, comments, tracking and cookie banners, with absolute addresses', () => {
    const html = renderHtml(parseHtml(page), URL_OF)
    expect(html).toBe(
      '<!DOCTYPE html>\n<html><head><title>T</title><link rel="canonical" href="https://example.com/c"></head>\n<body><main><a href="https://example.com/a">A</a><img src="https://example.com/docs/b.png" data-src="b.png"><img srcset="https://example.com/docs/c.png 1x, https://example.com/docs/d.png 2x" src="https://example.com/docs/d.png"><a>J</a></main></body></html>',
    )
  })

  test('keeps cookie banners when asked to', () => {
    expect(renderHtml(parseHtml(page), URL_OF, { removeCookieBanners: false })).toContain('We use cookies')
  })

  test('keeps a page about cookies', () => {
    const html =
      '<main class="cookie-policy-page"><article class="cookies"><p>Our cookies.</p></article></main>'
    expect(renderHtml(parseHtml(html), URL_OF)).toContain('Our cookies.')
  })
})

describe('links and images', () => {
  test('are listed once, absolute, with their text', () => {
    const document = parseHtml(
      '<base href="/base/"><a href="a">A</a><a href="a">again</a><a href="#x">in page</a><a href="b" rel="nofollow ugc"><img alt="Pic"></a><a href="javascript:x()">no</a>',
    )
    expect(collectLinks(document, URL_OF)).toEqual([
      { url: 'https://example.com/base/a', text: 'A' },
      { url: 'https://example.com/base/b', text: 'Pic', rel: ['nofollow', 'ugc'] },
    ])
  })

  test('of images give the largest rendition and the declared size', () => {
    const document = parseHtml(
      '<img src="a.png" width="20" height="10px" alt=" x "><img src="/p.gif" width=1 height=1><img srcset="s.png 1x, l.png 2x">',
    )
    expect(collectImages(document, URL_OF)).toEqual([
      { url: 'https://example.com/docs/a.png', alt: 'x', width: 20, height: 10 },
      { url: 'https://example.com/docs/l.png', alt: '' },
    ])
  })

  test('of content go with its markdown and a hash of it', () => {
    const { content_hash, ...rest } = renderContent('# A', [], [])
    expect(rest).toEqual({ body_markdown: '# A', images: [], links: [] })
    expect(content_hash).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(renderContent('# B', [], []).content_hash).not.toBe(content_hash)
  })
})

test('content that React streams behind the page stands where it belongs', () => {
  const document = parseHtml(
    '<main><h1>T</h1><!--$?--><template id="B:0"></template><p>Loading</p><!--/$--><p>End</p></main><div hidden id="S:0"><p>Text</p></div>',
  )
  placeStreamedContent(document)
  expect(renderText(readBlocks(document))).toBe('T\n\nText\n\nEnd')
})
