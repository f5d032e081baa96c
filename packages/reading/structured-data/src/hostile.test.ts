import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readMetadata } from './metadata/read-metadata.ts'
import { readStructured } from './read-structured.ts'

const URL_OF_PAGE = 'https://shop.example/p/1'

/** Time is that of the processor: a machine that is busy with other things must not fail a reader. */
function read(html: string) {
  const document = parseHtml(html)
  const start = process.cpuUsage()
  const structured = readStructured(document, { url: URL_OF_PAGE })
  const metadata = readMetadata(document, { url: URL_OF_PAGE })
  return { structured, metadata, ms: process.cpuUsage(start).user / 1_000 }
}

const ld = (text: string) => `<script type="application/ld+json">${text}</script>`
const product = (inner: string) =>
  `<h1>Iron anvil</h1><button>Add to cart</button><b class="price">$5</b>${inner}`

/** Pages that aim at time or memory, of up to a megabyte each. */
const PAGES: Record<string, string> = {
  'deep elements': product('<div itemprop="offers" itemscope>'.repeat(20_000)),
  'deep RDFa': `<div vocab="http://schema.org/">${'<div property="a" typeof="Product">'.repeat(20_000)}`,
  'many items that refer to each other': product(
    Array.from(
      { length: 3_000 },
      (_, i) =>
        `<div id="i${i}" itemscope itemref="i${(i + 1) % 3_000} i${(i + 7) % 3_000}" itemprop="x"></div>`,
    ).join(''),
  ),
  'many JSON-LD items': ld(
    JSON.stringify(
      Array.from({ length: 20_000 }, (_, i) => ({
        '@type': 'Product',
        '@id': `#${i}`,
        isRelatedTo: { '@id': `#${i + 1}` },
        name: `Thing ${i}`,
      })),
    ),
  ),
  'a JSON-LD graph in which all know all': ld(
    JSON.stringify({
      '@graph': Array.from({ length: 300 }, (_, i) => ({
        '@type': 'Person',
        '@id': `#${i}`,
        knows: Array.from({ length: 300 }, (__, k) => ({ '@id': `#${k}` })),
      })),
    }),
  ),
  'a deep JSON-LD object': ld(`${'{"offers":'.repeat(50_000)}1${'}'.repeat(50_000)}`),
  'state that almost parses': product(`<script>window.x = ${'{"price": ['.repeat(100_000)}</script>`),
  'many assignments': product(`<script>${'a = {"price": b};'.repeat(60_000)}</script>`),
  'a long attribute': product(`<p class="${'price date author '.repeat(20_000)}">$5</p>`),
  'long numbers': product(
    `<p class="price">${'1'.repeat(500_000)}</p><time datetime="${'2'.repeat(500_000)}">x</time>`,
  ),
  'a page in noscript in noscript': `${'<noscript><p>x'.repeat(30_000)}<h1>Iron anvil</h1>`,
  'many prices': product('<p class="price">$5.00</p>'.repeat(12_000)),
  'many dates': `<h1>News</h1>${'<p class="date">6 November 2023</p>'.repeat(10_000)}`,
  'many headings': '<h1>Iron anvil</h1>'.repeat(15_000),
  'many meta tags': '<meta property="og:image" content="/a.jpg">'.repeat(20_000),
  'many tiles': `<ul>${'<li><a href="/a">A fine thing</a></li>'.repeat(10_000)}</ul>`,
  'lists in lists': '<ul><li><a href="/a">A fine thing</a>'.repeat(10_000),
  spaces: `<p class="price">${' '.repeat(1_000_000)}$5</p>`,
}

describe('readers of hostile pages', () => {
  test.each(Object.entries(PAGES))('stay fast on %s', (_, html) => {
    expect(read(html).ms).toBeLessThan(3_000)
  })

  test('never throw, and always name a type', () => {
    const piece = fc.constantFrom(
      '<h1>',
      '</h1>',
      'Iron anvil',
      '<div itemscope itemtype="http://schema.org/Product">',
      '<p itemprop="name price">',
      '</div>',
      '<span class="price">',
      '$12.99',
      '<script>x={"price":1,"name":"Iron anvil"',
      '}</script>',
      '<script type="application/ld+json">',
      '{"@type":"Product","offers":',
      '[',
      '{',
      '"',
      '</script>',
      '<meta property="og:type" content="product">',
      '<meta name="date" content="',
      '">',
      '<time datetime="2023-',
      '<details><summary>Why?',
      '<ul><li><a href="/x">',
      'By Ada',
      '6 Nov 2023',
      '<nav class="breadcrumb"><a href=":::">',
      '<base href="//[">',
      '<link rel="canonical" href="http://[">',
      '<p vocab="x:" typeof="y" property="constructor" itemprop="__proto__">',
      '\u0000',
      '&quot;',
      '<template>',
      '<svg><title>',
      '<table><td>',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const { structured, metadata } = read(pieces.join(''))
        expect(structured.main['@type']).toBeTruthy()
        expect(() => JSON.stringify([structured, metadata])).not.toThrow()
      }),
      { numRuns: 400 },
    )
  })
})
