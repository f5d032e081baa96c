import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readJsonLd } from './jsonld.ts'
import { normalizeJsonLd } from './normalize-item.ts'
import { parseLoose } from './parse-loose.ts'

describe('readJsonLd', () => {
  test.each([
    ['comments', '{"@type": "Product", // ours\n "name": "Anvil" /* heavy */}'],
    ['trailing commas', '{"@type": "Product", "name": "Anvil",}'],
    ['missing commas between lines', '{"@type": "Product"\n"name": "Anvil"}'],
    ['a CDATA section', '//<![CDATA[\n{"@type": "Product", "name": "Anvil"}\n//]]>'],
    ['an HTML comment', '<!-- {"@type": "Product", "name": "Anvil"} -->'],
    ['HTML entities', '{&quot;@type&quot;: &quot;Product&quot;, &quot;name&quot;: &quot;Anvil&quot;}'],
    ['a semicolon behind it', '{"@type": "Product", "name": "Anvil"};'],
    ['single quotes and bare keys', "{'@type': 'Product', name: 'Anvil'}"],
    ['a cut end', '{"@type": "Product", "name": "Anvil"'],
  ])('mends %s', (_, text) => {
    expect(readJsonLd([text])).toEqual([{ '@type': 'Product', name: 'Anvil' }])
  })

  test('keeps raw line breaks and bare quotes in strings', () => {
    expect(readJsonLd(['{"name": "The "big" anvil", "description": "two\nlines"}'])).toEqual([
      { name: 'The "big" anvil', description: 'two\nlines' },
    ])
  })

  test('takes arrays apart, and leaves out what is no object', () => {
    expect(readJsonLd(['[{"name": "a"}, [{"name": "b"}], null, 3]', 'not json', ''])).toEqual([
      { name: 'a' },
      { name: 'b' },
    ])
  })

  test('never throws for any text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[{}[\]",:'\\a1/* ]{0,80}$/)), (text) =>
        Array.isArray(readJsonLd([text])),
      ),
    )
  })

  test('reads whatever JSON.stringify wrote', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = JSON.stringify({ value })
        fc.pre(!text.includes('__proto__'))
        expect(parseLoose(text)?.value).toEqual(JSON.parse(text))
      }),
    )
  })

  test.each([
    ['nesting', '{"a":'.repeat(200_000)],
    ['nested arrays', '['.repeat(500_000)],
    ['an open string', `{"a": "${'x'.repeat(1_000_000)}`],
    ['quotes', `{"a": "${'"'.repeat(300_000)}`],
    ['comments', `{${'/**/'.repeat(200_000)}`],
  ])('stays fast on endless %s', (_, text) => {
    const start = performance.now()
    readJsonLd([text])
    expect(performance.now() - start).toBeLessThan(1_500)
  })
})

describe('normalizeJsonLd', () => {
  test('unfolds a graph and follows its references', () => {
    const items = normalizeJsonLd([
      {
        '@context': 'https://schema.org',
        '@graph': [
          {
            '@type': 'https://schema.org/Article',
            headline: 'Anvils &amp; hammers',
            author: { '@id': '#ada' },
          },
          { '@type': 'Person', '@id': '#ada', name: 'Ada Smith' },
        ],
      },
    ])
    expect(items[0]).toEqual({
      '@type': 'Article',
      headline: 'Anvils & hammers',
      author: { '@type': 'Person', '@id': '#ada', name: 'Ada Smith' },
    })
  })

  test('does not follow a circle of references', () => {
    const items = normalizeJsonLd([
      { '@id': '#a', '@type': 'Person', knows: { '@id': '#b' } },
      { '@id': '#b', '@type': 'Person', knows: { '@id': '#a' } },
    ])
    expect(JSON.stringify(items).length).toBeLessThan(1_000)
  })

  test('drops what a template left unfilled', () => {
    expect(
      normalizeJsonLd([
        { '@type': 'product', brand: '$metabrand', sku: '{{ sku }}', name: 'Anvil', mpn: 'undefined' },
      ]),
    ).toEqual([{ '@type': 'Product', name: 'Anvil' }])
  })
})
