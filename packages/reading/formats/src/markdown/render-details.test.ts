import { parseFragment } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

function markdownOf(html: string): string {
  return renderMarkdown(readBlocks(parseFragment(html), 'https://example.com/docs/page')).markdown
}

type Case = [behaviour: string, html: string, markdown: string]

const fenced = (language: string, ...lines: string[]) => ['```'.concat(language), ...lines, '```'].join('\n')

describe('code', () => {
  test.each<Case>([
    [
      'the language without its version',
      '<div class="highlight-python3 notranslate"><pre>x = 1\n</pre></div>',
      fenced('python', 'x = 1'),
    ],
    ['the language of a class', '<pre><code class="language-js">let a\n</code></pre>', fenced('js', 'let a')],
    [
      'the language of a data attribute around it',
      '<div data-lang="rust"><pre>fn</pre></div>',
      fenced('rust', 'fn'),
    ],
    [
      "the language in GitHub's wrapper",
      '<div class="highlight highlight-source-shell"><pre>ls</pre></div>',
      fenced('shell', 'ls'),
    ],
    [
      'a bare class only when it names a language',
      '<pre class="python x">a</pre><pre class="wide">b</pre>',
      `${fenced('python', 'a')}\n\n${fenced('', 'b')}`,
    ],
    [
      'lines that are elements',
      '<pre><div class="line">a</div><div class="line"></div><div class="line">b</div></pre>',
      fenced('', 'a', '', 'b'),
    ],
    [
      'line elements between line feeds',
      '<pre><code><span class="line">a</span>\n<span class="line"></span>\n<span class="line">b</span></code></pre>',
      fenced('', 'a', '', 'b'),
    ],
    ['line breaks', '<pre>a<br>b<br/>c</pre>', fenced('', 'a', 'b', 'c')],
    [
      'a table of line numbers and code',
      '<figure class="highlight sh"><table><tr><td class="gutter"><pre>1<br>2</pre></td><td class="code"><pre>echo a<br>echo b</pre></td></tr></table></figure>',
      fenced('sh', 'echo a', 'echo b'),
    ],
    [
      'rows that begin with their number',
      '<pre><div><span>9</span><div>a</div></div><div><span>10</span><div>b</div></div></pre>',
      fenced('', 'a', 'b'),
    ],
    [
      'copy buttons and headers beside it',
      '<pre><div class="code-header">js <button>Copy</button></div><code>a</code></pre>',
      fenced('', 'a'),
    ],
    ['fences longer than any inside', '<pre>a\n```\nb\n````\n</pre>', '`````\na\n```\nb\n````\n`````'],
    [
      'code around a code block',
      '<code class="language-ts"><pre><code>let x</code></pre></code>',
      fenced('ts', 'let x'),
    ],
    [
      'inline code that keeps its lines',
      '<div><code style="white-space: pre">\na\n  b\n</code></div>',
      fenced('', 'a', '  b'),
    ],
    ['a linked name', '<p><code><a href="/api">call()</a></code></p>', '[`call()`](https://example.com/api)'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('tables', () => {
  test.each<Case>([
    [
      'header and alignment',
      '<table><tr><th>A<th align=right>B</tr><tr><td>1<td>2</table>',
      '| A | B |\n| --- | ---: |\n| 1 | 2 |',
    ],
    [
      'without a header',
      '<table><tr><td>1<td>2<tr><td>3<td>4</table>',
      '|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |',
    ],
    [
      'a bold first row is a header',
      '<table><tr><td><b>A</b><td><b>B</b><tr><td>1<td>2</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |',
    ],
    [
      'bars in text, code and addresses',
      '<table><tr><th>a|b<tr><td><code>x|y</code></td><td><a href="/p?a|b">l</a></table>',
      '| a\\|b |  |\n| --- | --- |\n| `x\\|y` | [l](https://example.com/p?a%7Cb) |',
    ],
    [
      'breaks, paragraphs and lists in cells',
      '<table><tr><th>A<th>B<tr><td>x<br>y<p>z</p><td><ul><li>1<li>2</ul></table>',
      '| A | B |\n| --- | --- |\n| x<br>y<br>z | - 1<br>- 2 |',
    ],
    [
      'cells over several columns',
      '<table><tr><th colspan=2>AB<th>C<tr><td>1<td>2<td>3</table>',
      '| AB |  | C |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
    ],
    [
      'cells over several rows',
      '<table><tr><th>A<th>B<tr><td rowspan=2>1<td>2<tr><td>3<tr><td>4<td>5</table>',
      '| A | B |\n| --- | --- |\n| 1 | 2 |\n|  | 3 |\n| 4 | 5 |',
    ],
    [
      'rows of different lengths',
      '<table><tr><th>A<tr><td>1<td>2<td>3<tr></table>',
      '| A |  |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |',
    ],
    [
      'a caption stands above',
      '<table><caption>Heights</caption><tr><th>A<tr><td>1</table>',
      'Heights\n\n| A |\n| --- |\n| 1 |',
    ],
    [
      'tables that only arrange the page are unwrapped',
      '<table><tr><td><h2>A</h2><p>b</p></td><td><table><tr><td>c</table></td></tr></table>',
      '## A\n\nb\n\nc',
    ],
    ['empty tables are nothing', '<p>a</p><table><tr><td></td></tr></table>', 'a'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))

  test('a span that claims a million columns costs nothing', () => {
    const started = performance.now()
    markdownOf(`<table>${'<tr><td colspan=1000000 rowspan=1000000>x<td>y'.repeat(500)}</table>`)
    expect(performance.now() - started).toBeLessThan(2000)
  })
})

describe('math', () => {
  test.each<Case>([
    [
      'the annotation of KaTeX',
      '<p>a <span class="katex"><span class="katex-mathml"><math><semantics><mi>x</mi><annotation encoding="application/x-tex">x^2</annotation></semantics></math></span><span class="katex-html" aria-hidden="true">x2</span></span></p>',
      'a $x^2$',
    ],
    [
      'display formulas stand alone',
      '<span class="katex-display"><span class="katex"><math display="block"><semantics><mi>x</mi><annotation encoding="application/x-tex">\\sum x</annotation></semantics></math></span></span>',
      '$$\n\\sum x\n$$',
    ],
    [
      'scripts of MathJax',
      '<p><span class="MathJax_Preview">E</span><script type="math/tex">E_u</script></p><script type="math/tex; mode=display">a=b</script>',
      '$E_u$\n\n$$\na=b\n$$',
    ],
    [
      'MathML alone',
      '<math><mi>z</mi><mo>=</mo><mfrac><mn>1</mn><mi>n</mi></mfrac><munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>x</mi><mi>i</mi></msub></math>',
      '$z = \\frac{1}{n}\\sum_{i = 1}^{n}x_{i}$',
    ],
    [
      'a matrix',
      '<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>0</mn></mtd></mtr><mtr><mtd><mn>0</mn></mtd><mtd><mn>1</mn></mtd></mtr></mtable></math>',
      '$\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}$',
    ],
    [
      "MathJax's glyphs, when there is nothing else",
      '<mjx-container><mjx-math><mjx-msup><mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi><mjx-script><mjx-mn><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-script></mjx-msup></mjx-math></mjx-container>',
      '$x^{2}$',
    ],
    [
      "Wikipedia's hidden formula and the image beside it",
      '<p><span class="mwe-math-element"><span style="display:none"><math alttext="{\\displaystyle a^2}"><mi>a</mi></math></span><img class="mwe-math-fallback-image-inline" src="/a.svg" alt="a"></span></p>',
      '$a^2$',
    ],
    [
      'images of formula services',
      '<p><img src="https://latex.codecogs.com/svg.image?%5Cfrac%7Ba%7D%7Bb%7D"></p>',
      '$\\frac{a}{b}$',
    ],
    ['dollars beside a formula are escaped', '<p>$5 <math><mi>x</mi></math></p>', '\\$5 $x$'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('footnotes', () => {
  test.each<Case>([
    [
      'linked both ways, in a list',
      '<p>Text<sup id="r1"><a href="#fn1">1</a></sup>.</p><section class="footnotes"><ol><li id="fn1"><p>Note. <a href="#r1">↩</a></p></li></ol></section>',
      'Text[^1].\n\n[^1]: Note.',
    ],
    [
      "Wikipedia's references",
      '<p>Text<sup class="reference"><a href="#cite_note-x-1">[1]</a></sup></p><ol class="references"><li id="cite_note-x-1"><span><b><a href="#cite_ref-x_1-0">^</a></b></span> <cite>Book</cite></li></ol>',
      'Text[^1]\n\n[^1]: Book',
    ],
    [
      "Word's anchors",
      '<p>Text <a href="#_ftn1">[1]</a></p><p><a href="#_ftnref1">[1]</a> Note</p>',
      'Text [^1]\n\n[^1]: Note',
    ],
    [
      'separated by breaks only',
      '<p>a<a href="#one"><sup>1</sup></a> b<a href="#two"><sup>2</sup></a></p><p><a name="one"><sup>1</sup></a> First <a href="#">↩</a><br><br><a name="two"><sup>2</sup></a> Second</p>',
      'a[^1] b[^2]\n\n[^1]: First\n\n[^2]: Second',
    ],
    [
      'raised numbers without links',
      '<p>a<sup>1</sup> b<sup>2</sup></p><hr><p><sup>1</sup> First</p><p><sup>2</sup> Second</p>',
      'a[^1] b[^2]\n\n---\n\n[^1]: First\n\n[^2]: Second',
    ],
    [
      'raised numbers that are powers stay powers',
      '<p>10<sup>3</sup> m and 10<sup>6</sup> m</p>',
      '10<sup>3</sup> m and 10<sup>6</sup> m',
    ],
    [
      'a reference without its note stays a link',
      '<p>a<sup><a href="#cite_note-9">[9]</a></sup></p>',
      'a<sup>[[9]](https://example.com/docs/page#cite_note-9)</sup>',
    ],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})
