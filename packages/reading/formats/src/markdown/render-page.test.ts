import { parseFragment } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readBlocks } from '../read-blocks.ts'
import { renderMarkdown } from './render-markdown.ts'

function markdownOf(html: string, base: string | undefined = 'https://example.com/docs/page'): string {
  return renderMarkdown(readBlocks(parseFragment(html), base)).markdown
}

/** A sentence about the product, the HTML, and the Markdown it becomes. */
type Case = [behaviour: string, html: string, markdown: string]

describe('text', () => {
  test.each<Case>([
    [
      'white space collapses across elements',
      '<p> one\n <b> two</b> <i>three </i>\tfour </p>',
      'one **two** *three* four',
    ],
    ['two breaks part paragraphs, one stays a break', 'a<br>b<br><br>c', 'a  \nb\n\nc'],
    ['no-break spaces are spaces, soft hyphens nothing', '<p>10&nbsp;km hy&shy;phen</p>', '10 km hyphen'],
    ['emoji, right-to-left text and joiners stay', '<p>שלום 👩‍💻 مرحبا</p>', 'שלום 👩‍💻 مرحبا'],
    [
      'sub, sup, kbd and mark are HTML tags, as GitHub shows them',
      '<p>H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd></p>',
      'H<sub>2</sub>O x<sup>2</sup> <kbd>Ctrl</kbd>',
    ],
    ['quotes of <q> are written', '<p>He said <q>no</q>.</p>', 'He said “no”.'],
    [
      'readings of ruby stand in brackets',
      '<p><ruby>漢<rt>かん</rt>字<rt>じ</rt></ruby></p>',
      '漢(かん)字(じ)',
    ],
    ['struck text', '<p><del>old</del> <s>older</s></p>', '~~old~~ ~~older~~'],
    [
      'scripts, styles, templates, controls and hidden parts say nothing',
      '<p>a<script>x()</script><style>p{}</style><template>t</template><input value=v><span hidden>h</span><span style="display:none">n</span></p>',
      'a',
    ],
    [
      'an operation that a button unfolds is told, a menu behind one is not',
      '<div><button aria-expanded="false"><b>GET</b> /pets</button><button aria-expanded="false" aria-haspopup="true">More</button></div><p>x</p>',
      '**GET** /pets\n\nx',
    ],
    [
      'a button that is the heading of what it opens speaks, others do not',
      '<h3><button>Question</button></h3><p>x <button>Copy</button></p>',
      '### Question\n\nx',
    ],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('emphasis', () => {
  test.each<Case>([
    ['neighbours of one kind melt into one', '<b>one</b><b>two</b>', '**onetwo**'],
    ['neighbours of two kinds stay apart', '<em>a</em><strong>b</strong>', '*a*__b__'],
    ['strong that is all emphasized', '<strong><em>x</em></strong>', '**_x_**'],
    ['emphasis at the end of strong', '<strong>a <em>b</em></strong>', '**a *b***'],
    ['spaces at its ends move outside', 'a<b> b </b>c', 'a **b** c'],
    ['delimiters that could not work become tags', '<p>他说<b>“好”</b>吗</p>', '他说<strong>“好”</strong>吗'],
    ['nothing to emphasize, nothing written', '<p>a<b> </b><i></i>b</p>', 'a b'],
    ['inside of words', 'un<em>frigging</em>believable', 'un*frigging*believable'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('escaping', () => {
  test.each<Case>([
    [
      'a single star or underscore needs none',
      '<p>5 * 3, snake_case_name, *required, $5</p>',
      '5 * 3, snake_case_name, *required, $5',
    ],
    ['pairs that would emphasize', '<p>*a* and _b_ and ~~c~~</p>', '\\*a\\* and \\_b\\_ and \\~\\~c\\~\\~'],
    [
      'starts of lines that would begin a block',
      '<p># a</p><p>- b</p><p>1. c</p><p>&gt; d</p><p>---</p>',
      '\\# a\n\n\\- b\n\n1\\. c\n\n\\> d\n\n\\---',
    ],
    [
      'but not hash tags, years or negative numbers',
      '<p>#tag</p><p>1986 was</p><p>-5 degrees</p>',
      '#tag\n\n1986 was\n\n-5 degrees',
    ],
    ['what looks like a link or an image', '<p>[a](b) ![c](d) [e]</p>', '[a\\](b) ![c\\](d) [e]'],
    [
      'what looks like HTML or an entity',
      '<p>a &lt;b&gt; 1 &lt; 2 &amp;copy; R&amp;D</p>',
      'a \\<b> 1 < 2 \\&copy; R&D',
    ],
    ['backslashes before punctuation only', '<p>C:\\dir \\*</p>', 'C:\\dir \\\\*'],
    ['code spans hold backticks', '<code>a`b</code> <code>``</code>', '``a`b`` ` `` `'],
    [
      'unpaired brackets within a link',
      '<a href="/x">a ] b</a> <a href="/y">[1]</a>',
      '[a \\] b](https://example.com/x) [[1]](https://example.com/y)',
    ],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('links and images', () => {
  test.each<Case>([
    [
      'addresses are absolute',
      '<a href="../a?b=1#c">x</a> <a href="//cdn.example.org/y">y</a>',
      '[x](https://example.com/a?b=1#c) [y](https://cdn.example.org/y)',
    ],
    [
      'code and data addresses leave the text',
      '<a href="javascript:x()">a</a> <a href=" java\tscript:x()">b</a> <a href="data:text/html,x">c</a>',
      'a b c',
    ],
    [
      'mail and phone links stay',
      '<a href="mailto:a@b.example">mail</a> <a href="tel:+123">call</a>',
      '[mail](mailto:a@b.example) [call](tel:+123)',
    ],
    [
      'spaces and uneven brackets in an address',
      '<a href="/a b(c">x</a>',
      '[x](https://example.com/a%20b%28c)',
    ],
    [
      'a title that repeats the text is left out',
      '<a href="/a" title="A">A</a> <a href="/b" title="more">B</a>',
      '[A](https://example.com/a) [B](https://example.com/b "more")',
    ],
    [
      'a link around blocks goes to their heading',
      '<a href="/p"><div><img src="i.png" alt="I"></div><h3>Title</h3><p>Text</p></a>',
      '![I](https://example.com/docs/i.png)\n\n### [Title](https://example.com/p)\n\nText',
    ],
    [
      'a linked image',
      '<a href="/p"><img src="/i.png" alt="I"></a>',
      '[![I](https://example.com/i.png)](https://example.com/p)',
    ],
    [
      'links of headings to themselves are left out',
      '<h2><a href="#a">A</a></h2><h2>B <a class="anchor" href="#b">#</a></h2><h2>C<a href="/page#c">¶</a></h2>',
      '## A\n\n## B\n\n## C',
    ],
    [
      'the largest candidate of a srcset',
      '<img src="s.jpg" srcset="m.jpg 600w, l.jpg 1200w" alt="x">',
      '![x](https://example.com/docs/l.jpg)',
    ],
    [
      'the real address of a lazy image',
      '<img src="data:image/gif;base64,R0" data-src="/real.jpg" alt="x">',
      '![x](https://example.com/real.jpg)',
    ],
    [
      'a lazy image repeated for browsers without scripts',
      '<img class="lazy" src="data:,"><noscript><img src="/real.jpg"></noscript>',
      '![](https://example.com/real.jpg)',
    ],
    [
      'a picture whose image is a stand-in',
      '<picture><source srcset="/a.webp 2x, /b.webp 1x"><img src="data:image/gif;base64,R0" alt="x"></picture>',
      '![x](https://example.com/a.webp)',
    ],
    [
      'tracking pixels are no images',
      '<p>a<img src="/x.gif" width="1" height="1"><img src="https://www.facebook.com/tr?id=1"><img src="https://b.scorecardresearch.com/p?c1=2"></p>',
      'a',
    ],
    [
      'a figure shows one picture and its caption',
      '<figure><img src="/a-large.jpg" alt="A"><img src="/a-small.webp" alt="A"><figcaption>Caption</figcaption></figure>',
      '![A](https://example.com/a-large.jpg)\n\nCaption',
    ],
    [
      'embedded videos are links to them',
      '<iframe src="https://www.youtube-nocookie.com/embed/abcdef12345" title="Talk"></iframe>',
      '[Talk](https://www.youtube.com/watch?v=abcdef12345)',
    ],
    ['advertising frames are nothing', '<iframe src="https://ads.example.net/frame"></iframe>', ''],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('lists', () => {
  test.each<Case>([
    ['nested, tight', '<ul><li>a<ul><li>b</li></ul></li><li>c</li></ul>', '- a\n  - b\n- c'],
    [
      'items of paragraphs stand apart',
      '<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>',
      '1. a\n\n   b\n\n2. c',
    ],
    [
      'a list that starts elsewhere',
      '<ol start="9"><li>a</li><li>b<ul><li>c</li></ul></li></ol>',
      '9. a\n10. b\n    - c',
    ],
    [
      'a list directly within a list belongs to the item before',
      '<ul><li>a</li><ul><li>b</li></ul><li>c</li></ul>',
      '- a\n  - b\n- c',
    ],
    [
      'two lists in a row stay two',
      '<ul><li>a</li></ul><ul><li>b</li></ul><ul><li>c</li></ul>',
      '- a\n\n* b\n\n- c',
    ],
    [
      'task lists',
      '<ul><li><input type="checkbox" checked> done</li><li><label><input type="checkbox"> open</label></li></ul>',
      '- [x] done\n- [ ] open',
    ],
    ['code in an item is indented', '<ul><li>a<pre>x\n\ny</pre></li></ul>', '- a\n  ```\n  x\n\n  y\n  ```'],
    ['items that hold icons only are left out', '<ul><li><svg></svg></li><li>a</li></ul>', '- a'],
    [
      'terms and definitions',
      '<dl><dt>Term</dt><dd>First</dd><dd><p>Second</p><p>more</p></dd><div><dt>B</dt><dd>b</dd></div></dl>',
      '- Term\n\n  First\n\n  Second\n\n  more\n\n- B: b',
    ],
    [
      'a heading that folds its section stays one',
      '<details><summary><section><h3>fn clone</h3></section></summary><p>a</p></details>',
      '### fn clone\n\na',
    ],
    [
      'a table with a caption stays in its item',
      '<ul><li>a<table><caption>C</caption><tr><th>x</th><th>y</th></tr><tr><td>1</td><td>2</td></tr></table></li></ul>',
      '- a\n\n  C\n\n  | x | y |\n  | --- | --- |\n  | 1 | 2 |',
    ],
    [
      'short definitions, and a list after them',
      '<dl><dt>Weight:</dt><dd>5 kg</dd><dt>Colour</dt><dt>Color</dt><dd>red</dd></dl><ul><li>a</li></ul>',
      '- Weight: 5 kg\n\n- Colour\\\n  Color\n\n  red\n\n* a',
    ],
    ['a definition list without terms is indentation', '<dl><dd>Plain</dd></dl>', 'Plain'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})

describe('boxes', () => {
  test.each<Case>([
    ['quotes nest', '<blockquote>a<blockquote><p>b</p></blockquote></blockquote>', '> a\n>\n> > b'],
    [
      'what a summary opens follows it',
      '<details><summary>More</summary><p>Hidden</p></details>',
      '**More**\n\nHidden',
    ],
    ['rules', 'a<hr>b<ul><li><hr></li></ul>', 'a\n\n---\n\nb\n\n- ___'],
  ])('%s', (_, html, markdown) => expect(markdownOf(html)).toBe(markdown))
})
