import { parseFragment } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

const leaf = (node: string, code: string, move = '') =>
  `<g data-mml-node="${node}" transform="translate(${move || '0,0'})"><use data-c="${code}"></use></g>`
const glyph = (tag: string, code: string) => `<mjx-${tag}><mjx-c class="mjx-c${code}"></mjx-c></mjx-${tag}>`

/** Who writes a formula so, its HTML, and the Markdown it becomes. */
test.each<[renderer: string, html: string, markdown: string]>([
  [
    'Sphinx, Pandoc and others leave it in the text for a script',
    '<p>So \\(a_1 &lt; b\\) and</p><p>\\[ \\frac{1}{2} \\]</p><p>or $$x^2$$ then.</p>',
    'So $a_1 < b$ and\n\n$$\n\\frac{1}{2}\n$$\n\nor\n\n$$\nx^2\n$$\n\nthen.',
  ],
  [
    'environments need no delimiters',
    '<p>\\begin{align*} a &amp;= b \\end{align*}</p>',
    '$$\n\\begin{align*} a &= b \\end{align*}\n$$',
  ],
  [
    'prices, paths and shell patterns are text',
    '<p>$5 or $$ per \\d, C:\\[x</p>',
    '$5 or $$ per \\d, C:\\\\[x',
  ],
  [
    'Stack Exchange names the element',
    '<p><span class="math-container">$e^x$</span> <span class="math-lesson">$5</span></p>',
    '$e^x$ \\$5',
  ],
  [
    'remark and GitHub write it as code',
    '<p><code class="language-math math-inline">x</code></p><pre><code class="language-math">y^2</code></pre>',
    '$x$\n\n$$\ny^2\n$$',
  ],
  [
    'images that were drawn by a service, with their source in the address or beside it',
    '<p><img src="https://tex.example/svg?latex=a+%3D+b"> <img class="latex" src="/1.png" alt="x^2"> <img src="/2.png" alt="$k$"></p>',
    '$a = b$ $x^2$ $k$',
  ],
  ['an image of something else', '<img src="/cat.png" alt="a cat = joy">', '![a cat = joy](/cat.png)'],
  [
    'Substack keeps it as a field',
    '<div class="latex-rendered" data-attrs=\'{"persistentExpression":"\\\\pi r^2"}\'></div>',
    '$$\n\\pi r^2\n$$',
  ],
  [
    'MathJax 3 as SVG, limits above before those below',
    `<mjx-container jax="SVG"><svg><g><g data-mml-node="math"><g data-mml-node="msubsup">${leaf('mo', '222B')}` +
      `${leaf('mi', '221E', '10,900')}${leaf('mn', '30', '10,-800')}</g><g data-mml-node="msqrt"><g>${leaf('mi', '1D465')}</g>` +
      `${leaf('mo', '221A')}<rect></rect></g></g></g></svg></mjx-container>`,
    '$\\int_{0}^{\\infty}\\sqrt{x}$',
  ],
  [
    'MathJax 3 as HTML, limits beside the sum and aligned rows',
    `<mjx-container><mjx-math><mjx-munderover limits="false">${glyph('mo', '2211')}<mjx-script>${glyph('mi', '6E')}` +
      `<mjx-spacer></mjx-spacer>${glyph('mn', '31')}</mjx-script></mjx-munderover><mjx-mtable><mjx-table><mjx-itable>` +
      `<mjx-mtr><mjx-mtd>${glyph('mi', '61')}</mjx-mtd><mjx-mtd>${glyph('mo', '3D')}${glyph('mi', '62')}</mjx-mtd></mjx-mtr>` +
      `<mjx-mtr><mjx-mtd>${glyph('mi', '63')}</mjx-mtd><mjx-mtd>${glyph('mo', '3D')}${glyph('mi', '64')}</mjx-mtd></mjx-mtr>` +
      '</mjx-itable></mjx-table></mjx-mtable></mjx-math></mjx-container>',
    '$\\sum_{1}^{n}\\begin{aligned}a & = b \\\\ c & = d\\end{aligned}$',
  ],
  [
    'KaTeX without its source is text',
    '<span class="katex"><span class="katex-html">x=2</span></span>',
    'x=2',
  ],
])('%s', (_, html, markdown) => {
  expect(renderMarkdown(readBlocks(parseFragment(html))).markdown).toBe(markdown)
})
