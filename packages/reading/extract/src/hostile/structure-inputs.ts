import { counted, type HostileInput, nested, pages, repeated, then } from './hostile-input.ts'

const SHOP = '<h1>Hi</h1><button>Add to cart</button>'

/** A reference in the text and a note of its own for each. */
function notes(reference: (n: number) => string, note: (n: number) => string, between = '') {
  return (size: number) => {
    const count = Math.floor(size / 70)
    const all = (make: (n: number) => string) => Array.from({ length: count }, (_, n) => make(n)).join('')
    return `<p>${all(reference)}</p>${between}${all(note)}`
  }
}

/** Pages whose elements, not their texts, are many: siblings, levels, unclosed tags, references between them. */
export const STRUCTURE_INPUTS: readonly HostileInput[] = pages({
  'a paragraph of lines': repeated('x<br>', '<h1>Hi</h1><p>'),
  'a paragraph of signed lines': repeated('By Ada<br>', '<h1>Hi</h1><p class="byline">'),
  'unclosed inline elements': repeated('<b><i><a href=x>'),
  'unclosed inline elements of many kinds': counted((i) => `<b a${i}><p>x`),
  'fonts never closed': counted((i) => `<font color=${i}><p>x`),
  'paragraphs in unclosed fonts': repeated('<p><font color=a size=1>x'),
  'tables in tables': nested('<table><tr><td>a', '</td></tr></table>'),
  'text in tables, outside of cells': repeated('<table>x<b>y'),
  'lists in lists': nested('<ul><li>a', '</li></ul>'),
  'definitions in definitions': nested('<dl><dt>a<dd>', '</dl>'),
  'quotes in quotes': nested('<blockquote>a', '</blockquote>'),
  'details in details': nested('<details><summary>a</summary>', '</details>'),
  'sections without text': repeated('<section class=a></section>'),
  'boxes without text around many elements': (size) =>
    `<h1>Hi</h1>${'<div class="price">'.repeat(400)}${'<b></b>'.repeat(size / 7)}`,
  'boxes around many paragraphs': (size) =>
    `${'<div class=a>'.repeat(400)}${'<p>Some text.</p>'.repeat(size / 17)}`,
  'wide spans': repeated('<td colspan=1000 rowspan=65534>x', '<table><tr>'),
  'one wide row over many': (size) =>
    `<table><tr>${'<td>a'.repeat(1000)}${'<tr><td>b<td>c'.repeat(size / 14)}`,
  'cells without end': repeated('<td>x', '<table><tr>'),
  'rows without end': repeated('<tr><td>x<td>y', '<table>'),
  'headings of one name': repeated('<h2>Some heading</h2>'),
  'headings of all levels': counted((i) => `<h${1 + (i % 6)}>Heading ${i}</h${1 + (i % 6)}>text`),
  'headings under a long title': (size) =>
    `<title>${'word '.repeat(size / 10)}</title>${'<h1>other things</h1>'.repeat(size / 42)}`,
  'headings of other pages': repeated('<h2>Related</h2>', '<h1>Hi</h1>'),
  'headings of other pages behind empty elements': then('<b></b>', '<h2>Related</h2>', '<h1>Hi</h1><div>'),
  'titles of other pages in boxes': repeated('<div class=title>Related</div>', '<h1>Hi</h1>'),
  'questions without answers': repeated('<h3>Why is it so?</h3>'),
  'questions before one answer': then('<h3>Why is it so?</h3>', '<b></b>', '<div><div>', '</div></div>'),
  'siblings of one name': repeated('<div class=card><a href=/a>A fine thing</a> $5</div>'),
  'cards in cards': nested('<div class=card><a href=/a>A fine thing</a> $5', '</div>'),
  'entries that have nothing in common': counted(
    (i) =>
      `<li class=e><p class="a${i.toString(36)}x">Text ${i}<a class="b${i.toString(36)}x" href=/${i}>A thing ${i}</a></li>`,
    '<ul>',
    '</ul>',
  ),
  'entries that are followed by much': (size) =>
    `<div>${`<h3><a href=/a>A thing</a></h3>${'<p>x</p>'.repeat(9)}`.repeat(size / 110)}</div>`,
  'entries in entries, each with a link': nested('<li class=e><a href=/a>A fine thing</a> text', '</li>'),
  'entries of many pieces': (size) =>
    `<li class=e><a href=/a>A thing</a>${'<i class=x>a</i>'.repeat(size / 60)}</li>`.repeat(4),
  'links that are all one': repeated('<a href="/x">t</a> '),
  'links that are all others': counted((i) => `<a href="/x${i}">t${i}</a> `),
  'links to anchors': counted((i) => `<a href="#n${i}">${i % 999}</a><p id=n${i}>t`),
  'code blocks of one box': then('<b></b>', '<pre>x</pre>', '<div>', '</div>'),
  'code of lines in boxes': repeated('<div>a</div>', '<pre>'),
  'code of runs of backticks': counted((i) => `a${'`'.repeat((i % 300) + 1)}`, '<p><code>', '</code>'),
  'emphasis that needs tags': repeated('<b>“a”</b>b', '<p>'),
  'emphasis within emphasis': repeated('<b>a<i>b</i></b><i>c</i>', '<p>'),
  'images of one picture': (size) =>
    `<picture>${'<source media="(max-width:1px)" srcset=a>'.repeat(size / 80)}${'<img src=b.png>'.repeat(size / 30)}`,
  'footnotes without notes': counted((i) => `<sup><a href="#ftn${i}">${i % 999}</a></sup> text `),
  'footnotes in one block': notes(
    (n) => `<sup><a href="#n${n}">${n % 999}</a></sup> `,
    (n) => `<span id=n${n}></span>${n} note<br>`,
  ),
  'footnotes behind comments': notes(
    (n) => `<sup><a href="#n${n}">${n % 999}</a></sup> <!---->`,
    (n) => `<p id=n${n}>note</p>`,
    `<ul><li>${'<!---->'.repeat(1000)}`,
  ),
  'footnotes as headings': notes(
    (n) => `<sup><a href="#n${n}">${n % 999}</a></sup> `,
    (n) => `<h5 id=n${n}>note</h5>`,
  ),
  'references in one element': then('<!---->', '<a href=#n>1</a>', '<p>x<sup>', '</sup></p><p id=n>t'),
  'raised numbers': notes(
    (n) => `a<sup>${n + 1}</sup>`,
    (n) => `<p><sup>${n + 1}</sup>note</p>`,
  ),
  'pieces that are streamed': counted(
    (i) => `<div hidden id="S:${i}"><p>x</p></div><template id="B:${i}"></template><!--/$-->`,
  ),
  'pages in noscript': repeated('<noscript><p>x'),
  'cookie banners in cookie banners': nested('<div class=cookie-banner>', '</div>'),
  'formulas in formulas': nested('<msup><mi>a</mi>', '</msup>'),
  'formulas in a row': repeated('<mi>a</mi>', '<math>'),
  attributes: counted((i) => ` a${i}=b`, '<p', '>x'),
  'tag names': repeated('a', '<p', '>x'),
  'comments that do not end': repeated('<!--'),
  'CDATA that does not end': repeated('<svg><![CDATA['),
  'half tags': repeated('<a <b '),
  'half scripts': repeated('</scrip', '<script>'),
  'prices without end': repeated('<p class="price">$5.00</p>', SHOP),
  'labels and values': repeated('<tr><th>SKU</th><td>A1</td>', `${SHOP}<table>`),
  'dates without end': repeated('<p class="date">6 November 2023</p>', '<h1>Hi</h1>'),
  'posts of a forum': repeated(
    '<div class=post><a class=username>Ada</a><time>1 May 2020</time>Hi there, friend. </div>',
    '<h1>Hi</h1>',
  ),
})
