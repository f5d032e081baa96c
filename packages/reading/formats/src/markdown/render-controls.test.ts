import { findFirst, parseFragment, parseHtml } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

const numbered = (gutter: string, code: string) =>
  `<table><tr><td><pre>${gutter}</pre></td><td><pre><code class="language-js">${code}</code></pre></td></tr></table>`

/** What stands beside text and code and is neither. */
test.each<[what: string, html: string, markdown: string]>([
  [
    "MediaWiki's edit marks",
    '<h2>Tea<span class="mw-editsection"><span>[</span><a href="/w?title=T&amp;action=edit">edit</a><span>]</span></span></h2>',
    '## Tea',
  ],
  [
    'links to the source in an editor, but not in a sentence',
    '<div><a href="/r/edit/main/docs/a.md">Suggest changes</a></div><p>Then <a href="/r/edit/main/docs/a.md">edit it</a>.</p>',
    'Then [edit it](/r/edit/main/docs/a.md).',
  ],
  [
    'marks for the address of a heading',
    '<div><h2 id="a">A &#8203;¶</h2><a class="header-anchor" href="#a"><span>Permalink to “A”</span> #</a></div>',
    '## A',
  ],
  [
    'lines of a headline stay apart, letters do not',
    '<h1><span>Kettle</span><span>A tiny job runner</span></h1><h2><span>K</span><span>ettle</span></h2>',
    '# Kettle A tiny job runner\n\n## Kettle',
  ],
  [
    'the language over code is its language, a file name is text',
    '<div><div class="bar"><span>Python</span> <span>Copy</span></div><pre><code>x = 1</code></pre></div>' +
      '<div><span>a.txt</span><pre>y</pre></div>',
    '```python\nx = 1\n```\n\na.txt\n\n```\ny\n```',
  ],
  [
    'tabs over code, and names of tabs elsewhere',
    '<div><div><label>npm</label><label>pnpm</label></div><pre>npm i</pre></div><div><label>One</label><label>Two</label></div>',
    '```\nnpm i\n```\n\nOne Two',
  ],
  [
    'line numbers in a column of their own, as text or elements, and below the code',
    numbered('<span>1\n</span><span>2\n</span>', 'a()\nb()') +
      '<div class="language-sh"><pre><code>c</code></pre><div aria-hidden="true"><span>1</span><br><span>2</span></div></div>',
    '```js\na()\nb()\n```\n\n```sh\nc\n```',
  ],
  [
    'line numbers that are links',
    '<pre><code><span><span style="user-select:none"><a href="#1">1</a></span><span>a\n</span></span></code></pre>',
    '```\na\n```',
  ],
  [
    'a part of a line is none, even where it is called so',
    '<pre><code><span class="code-line"><span class="token"><span class="line"></span></span><b>-</b><span class="line">a\n</span></span></code></pre>',
    '```\n-a\n```',
  ],
  [
    'a diff whose lines are boxes, as cgit has it',
    '<table><tr><td><div>diff --git a/k b/k<br>index a..b</div><div>@@ -1 +1 @@</div><div>-  a</div><div>+  b</div></td></tr></table>',
    '```diff\ndiff --git a/k b/k\nindex a..b\n@@ -1 +1 @@\n-  a\n+  b\n```',
  ],
  [
    'a list of dashes is none',
    '<div><div>- a</div><div>- b</div><div>- c</div></div>',
    '\\- a\n\n\\- b\n\n\\- c',
  ],
  [
    'what unfolds, unfolded, and no other buttons',
    '<div><button aria-expanded="false" aria-controls="a">Who digs?</button><div id="a" hidden>Ann.</div></div><button type="button">Dig</button>' +
      '<div role="tablist"><button role="tab">One</button><button role="tab">Two</button></div>',
    'Who digs?\n\nAnn.\n\nOne Two',
  ],
  [
    'frames lead to what they show',
    '<frameset><frame src="/list.html" name="list"><frame src="/boat.html"></frameset>',
    '[list](/list.html)\n\n[/boat.html](/boat.html)',
  ],
  ['a language among several names', '<pre class="src src-js">f()</pre>', '```js\nf()\n```'],
  [
    'numbers that are data',
    '<table><tr><td>1</td><td>a</td></tr><tr><td>2</td><td>b</td></tr></table>',
    '|  |  |\n| --- | --- |\n| 1 | a |\n| 2 | b |',
  ],
])('%s', (_, html, markdown) => {
  const page = html.startsWith('<frameset') ? parseHtml(html) : parseFragment(html)
  expect(renderMarkdown(readBlocks(page)).markdown).toBe(markdown)
})

test('rows that were chosen as a page’s content stay a table', () => {
  const page = parseFragment('<table><tr><th>Age</th><th>By</th></tr><tr><td>1</td><td>Ann</td></tr></table>')
  const rows = findFirst(page, 'tbody')!
  expect(renderMarkdown(readBlocks(rows)).markdown).toBe('| Age | By |\n| --- | --- |\n| 1 | Ann |')
})
