import { counted, type HostileInput, nested, pages, repeated } from './hostile-input.ts'

type Make = (size: number) => string

function list(size: number, perEntry: number, make: (index: number) => unknown): unknown[] {
  return Array.from({ length: Math.max(1, Math.floor(size / perEntry)) }, (_, index) => make(index))
}

function jsonLd(make: Make): Make {
  return (size) => `<h1>Hi</h1><script type="application/ld+json">${make(size)}</script>`
}

function state(make: Make): Make {
  return (size) =>
    `<h1>Hi</h1><button>Add to cart</button><b class=price>$5</b><script>${make(size)}</script>`
}

/** Pages that declare data: JSON-LD, microdata, RDFa, meta tags and the state of scripts. */
export const DATA_INPUTS: readonly HostileInput[] = pages({
  'JSON-LD of arrays': jsonLd(repeated('[')),
  'JSON-LD of objects': jsonLd(repeated('{"a":')),
  'JSON-LD in which each refers to the next': jsonLd((size) =>
    JSON.stringify({
      '@graph': list(size, 60, (i) => ({
        '@type': 'Product',
        '@id': `#${i}`,
        isRelatedTo: { '@id': `#${i + 1}` },
      })),
    }),
  ),
  'JSON-LD in which all know all': jsonLd((size) => {
    const count = Math.floor(Math.sqrt(size / 20))
    const ids = Array.from({ length: count }, (_, i) => ({ '@id': `#${i}` }))
    return JSON.stringify({ '@graph': ids.map((id) => ({ '@type': 'Person', ...id, knows: ids })) })
  }),
  'JSON-LD that refers twice': jsonLd((size) =>
    JSON.stringify({
      '@graph': list(size, 80, (i) => ({
        '@type': 'Person',
        '@id': `#${i}`,
        a: { '@id': `#${i + 1}` },
        b: { '@id': `#${i + 1}` },
      })),
    }),
  ),
  'JSON-LD of authors': jsonLd((size) =>
    JSON.stringify({
      '@type': 'Article',
      author: list(size, 40, (i) => ({ '@type': 'Person', name: `Jane Doe, Foo ${i}` })),
    }),
  ),
  'JSON-LD of prices': jsonLd((size) =>
    JSON.stringify({
      '@type': 'Product',
      name: 'Hi',
      offers: list(size, 520, () => ({ price: '1 '.repeat(250) })),
    }),
  ),
  'JSON-LD of a key again and again': jsonLd(repeated('"a":1,', '{"@type":"Product",', '"b":1}')),
  'JSON-LD of a long number': jsonLd(repeated('1', '{"@type":"Product","price":', '}')),
  'JSON-LD of escapes': jsonLd(repeated('\\u0041', '{"@type":"Article","name":"', '"}')),
  'JSON-LD of comments': jsonLd(repeated('{//\n')),
  'JSON-LD of types': jsonLd(repeated('"@type":')),
  'JSON-LD in many scripts': repeated(
    '<script type="application/ld+json">{"@type":"Product","name":"Hi"}</script>',
  ),
  'state that almost parses': state(repeated('x={"price":[')),
  'state in many assignments': state(repeated('a={"price":1,"name":"Hi"};')),
  'state in many calls': state(repeated('JSON.parse("')),
  'state of quotes': state(repeated('"price":"')),
  'state behind white space': state(repeated(' ', 'x = ', '{price:1}')),
  'items that refer to each other': counted(
    (i) =>
      `<div id=i${i} itemscope itemprop=a itemtype=http://schema.org/Product itemref="i${i + 1} i${(i * 7) % 100}">`,
  ),
  'items that all refer to one': (size) =>
    `${'<div itemscope itemtype=http://schema.org/Product itemref=a></div>'.repeat(size / 90)}<div id=a>${'<b itemprop=name>x</b>'.repeat(size / 90)}</div>`,
  'properties within properties': (size) =>
    `<div itemscope itemtype=http://schema.org/Article>${'<div itemprop=articleBody>'.repeat(400)}${'<i>a</i> '.repeat(size / 9)}`,
  'RDFa within RDFa': nested('<div vocab="http://schema.org/" typeof=Article property=text>', '</div>'),
  'RDFa properties within properties': (size) =>
    `<div vocab="http://schema.org/" typeof=Article>${'<div property=articleBody>'.repeat(400)}${'<i>a</i> '.repeat(size / 9)}`,
  'prefixes above many elements': (size) =>
    `<div prefix="${counted((i) => `p${i}: http://a/${i} `)(size / 2)}" typeof=x>${'<b prefix="a: b" property=c>x</b>'.repeat(size / 66)}`,
  'authors in one meta tag': counted((i) => `Jane Doe${i}, `, '<meta name=author content="', '">'),
  'authors in many meta tags': counted((i) => `<meta name=author content="Jane Doe, Foo ${i}">`),
  'icons and feeds': repeated('<link rel="icon alternate" type="application/rss+xml" sizes=1x1 href=/a>'),
  crumbs: repeated('<nav class=breadcrumb><a href=/x>ab</a>'),
})
