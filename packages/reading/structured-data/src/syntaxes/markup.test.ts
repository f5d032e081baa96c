import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { indexPage } from '../page-index/page-index.ts'
import { readMicrodata } from './microdata.ts'
import { fromMicrodata, fromRdfa } from './normalize-item.ts'
import { metaValues, readOpenGraph } from './opengraph.ts'
import { readRdfa } from './rdfa.ts'

const URL_OF_PAGE = 'https://shop.example/anvils/1'

function microdata(html: string) {
  return readMicrodata(indexPage(parseHtml(html)), URL_OF_PAGE)
}

describe('readMicrodata', () => {
  test('reads nested items, repeated properties and typed values', () => {
    const [item] = microdata(`
      <div itemscope itemtype="https://schema.org/Product">
        <h1 itemprop="name">Iron <b>anvil</b></h1>
        <img itemprop="image" src="/a.jpg"><img itemprop="image" data-src="/b.jpg" src="data:image/gif;base64,R0">
        <link itemprop="url" href="?v=2">
        <div itemprop="offers" itemscope itemtype="https://schema.org/Offer">
          <meta itemprop="price" content="119.99"><time itemprop="priceValidUntil" datetime="2026-01-01">New Year</time>
        </div>
      </div>`)
    expect(fromMicrodata(item!)).toEqual({
      '@type': 'Product',
      name: 'Iron anvil',
      image: ['https://shop.example/a.jpg', 'https://shop.example/b.jpg'],
      url: 'https://shop.example/anvils/1?v=2',
      offers: { '@type': 'Offer', price: '119.99', priceValidUntil: '2026-01-01' },
    })
  })

  test('follows itemref, also where it leads in a circle', () => {
    const items = microdata(`
      <div itemscope itemref="more"><i itemprop="a">1</i></div>
      <p id="more"><i itemprop="b">2</i><span id="self" itemprop="c" itemscope itemref="self"></span></p>`)
    expect(items[0]!.properties.a).toEqual(['1'])
    expect(items[0]!.properties.b).toEqual(['2'])
  })

  test('reads what a search form asks for', () => {
    const [item] = microdata(
      '<form itemscope itemtype="https://schema.org/SearchAction"><input itemprop="query-input" name="q" required></form>',
    )
    expect(item!.properties['query-input']).toEqual([{ valueName: 'q', valueRequired: true }])
  })
})

describe('readRdfa', () => {
  test('reads RDFa Lite into nested items', () => {
    const document = parseHtml(`
      <div vocab="http://schema.org/" typeof="Product" resource="#anvil">
        <h1 property="name">Iron anvil</h1>
        <div property="offers" typeof="Offer"><span property="price" content="119.99">about 120</span></div>
      </div>`)
    expect(fromRdfa(readRdfa(document, URL_OF_PAGE))).toEqual([
      {
        '@id': `${URL_OF_PAGE}#anvil`,
        '@type': 'Product',
        name: 'Iron anvil',
        offers: { '@type': 'Offer', price: '119.99' },
      },
    ])
  })

  test('resolves prefixes and links that chain to the item below', () => {
    const nodes = readRdfa(
      parseHtml(
        '<body prefix="ex: http://ex.example/"><p about="#bob" rel="ex:knows"><a about="#alice" property="ex:name">Alice</a></p></body>',
      ),
      URL_OF_PAGE,
    )
    expect(nodes).toEqual([
      { '@id': `${URL_OF_PAGE}#alice`, 'http://ex.example/name': [{ '@value': 'Alice' }] },
      { '@id': `${URL_OF_PAGE}#bob`, 'http://ex.example/knows': [{ '@id': `${URL_OF_PAGE}#alice` }] },
    ])
  })
})

describe('readOpenGraph', () => {
  const read = (metas: Record<string, string>) =>
    readOpenGraph(metaValues(Object.entries(metas).map(([key, content]) => ({ key, content }))), {
      url: URL_OF_PAGE,
    })

  test('reads a product with its price', () => {
    expect(
      read({
        'og:type': 'product',
        'og:title': 'Iron anvil',
        'og:image': '/a.jpg',
        'product:price:amount': '1,299.00',
        'product:price:currency': 'eur',
        'product:availability': 'in stock',
      }),
    ).toEqual({
      '@type': 'Product',
      name: 'Iron anvil',
      image: 'https://shop.example/a.jpg',
      offers: { '@type': 'Offer', price: 1299, priceCurrency: 'EUR', availability: 'InStock' },
    })
  })

  test('reads an article with Dublin Core beside Open Graph', () => {
    expect(
      read({
        'og:type': 'article',
        'dc.title': 'On anvils',
        'dc.creator': 'Ada Smith',
        'dc.date.issued': '2023-11-06',
      }),
    ).toEqual({
      '@type': 'Article',
      headline: 'On anvils',
      author: { '@type': 'Person', name: 'Ada Smith' },
      datePublished: '2023-11-06',
    })
  })
})
