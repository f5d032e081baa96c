import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readStructured } from './read-structured.ts'
import { readShownData } from './shown-data/read-shown-data.ts'

function read(html: string, url = 'https://shop.example/p/iron-anvil-471199') {
  return readStructured(parseHtml(html), { url })
}

const jsonLd = (value: unknown) => `<script type="application/ld+json">${JSON.stringify(value)}</script>`

test('tells name, address and language of a page that is about nothing in particular', () => {
  const { main, evidence } = read(
    '<html lang="en"><title>Forging - Manual</title><h1>Forging</h1><p>Heat the iron.</p>',
    'https://docs.example/forging',
  )
  expect(main).toEqual({
    '@type': 'WebPage',
    name: 'Forging',
    url: 'https://docs.example/forging',
    inLanguage: 'en',
  })
  expect(evidence).toMatchObject({ name: 'page' })
  expect(read('<p>Hello</p>', 'https://docs.example/').main).toEqual({
    '@type': 'WebPage',
    url: 'https://docs.example/',
  })
})

test('leaves out the link that a heading carries to itself', () => {
  const { main } = read(
    '<meta property="og:type" content="article"><h1>Iron anvils<a class="headerlink" href="#iron">¶</a></h1>',
  )
  expect(main.headline).toBe('Iron anvils')
})

describe('a page that declares what it is about', () => {
  test('is merged from JSON-LD first, then microdata, then Open Graph, and says which told what', () => {
    const { main, evidence, method } = read(`
      <meta property="og:type" content="product"><meta property="og:title" content="Anvil | Shop">
      <meta property="og:description" content="Heavy.">
      ${jsonLd({ '@type': 'Product', name: 'Iron anvil', offers: { '@type': 'Offer', price: '119.99' } })}
      <div itemscope itemtype="https://schema.org/Product"><b itemprop="name">Anvil</b><i itemprop="sku">4711-99</i>
        <p itemprop="offers" itemscope><meta itemprop="priceCurrency" content="EUR"><link itemprop="availability" href="https://schema.org/InStock"></p>
      </div><p>Brand: Smith &amp; Co</p>`)
    expect(main).toMatchObject({
      '@type': 'Product',
      name: 'Iron anvil',
      sku: '4711-99',
      description: 'Heavy.',
      offers: { price: 119.99, priceCurrency: 'EUR', availability: 'InStock' },
    })
    expect(evidence).toMatchObject({
      name: 'json-ld',
      sku: 'microdata',
      description: 'opengraph',
      'offers.price': 'json-ld',
      'offers.availability': 'microdata',
    })
    expect(method).toBe('structured_data')
  })

  test('chooses the page it is, not the site, the breadcrumb or a list of others', () => {
    const other = (name: string) => ({ '@type': 'Product', name, offers: { '@type': 'Offer', price: 5 } })
    const { main, items } = read(`<title>Iron anvil</title><h1>Iron anvil</h1>
      ${jsonLd([{ '@type': 'WebSite', name: 'Shop' }, { '@type': 'BreadcrumbList', itemListElement: [] }, other('Hammer'), other('Tongs'), other('Iron anvil'), { '@type': 'Organization', name: 'Shop' }])}`)
    expect(main).toMatchObject({ '@type': 'Product', name: 'Iron anvil' })
    expect(items).toHaveLength(6)
  })

  test('makes one product of its sizes, to be had when one of them can', () => {
    const size = (sku: string, availability: string) => ({
      '@type': 'Product',
      name: 'Apron',
      sku,
      offers: { '@type': 'Offer', price: 30, availability },
    })
    const { main } = read(
      `<h1>Apron</h1>${jsonLd([size('A-1', 'https://schema.org/OutOfStock'), size('A-2', 'https://schema.org/InStock')])}`,
      'https://shop.example/apron',
    )
    expect(main).toMatchObject({
      '@type': 'Product',
      name: 'Apron',
      offers: { availability: 'InStock', price: 30 },
    })
    expect(main.sku).toBeUndefined()
    expect(main.hasVariant).toHaveLength(2)
  })

  test('says of a group of variants what the one says whose address the page has', () => {
    const variant = (id: string, price: number) => ({
      '@type': 'Product',
      name: 'Apron',
      sku: `A-${id}`,
      url: `https://shop.example/apron?variant=${id}`,
      offers: { '@type': 'Offer', price, priceCurrency: 'EUR' },
    })
    const group = jsonLd({
      '@type': 'ProductGroup',
      name: 'Apron',
      hasVariant: [variant('1', 30), variant('2', 35)],
    })
    const at = (url: string) => read(`<h1>Apron</h1>${group}`, url).main
    expect(at('https://shop.example/apron?variant=2')).toMatchObject({ sku: 'A-2', offers: { price: 35 } })
    expect(at('https://shop.example/apron').sku).toBeUndefined()
  })

  test.each<[string, object, object]>([
    [
      'the price that is paid now, gross',
      {
        priceSpecification: [
          { price: '50', priceCurrency: 'EUR', priceType: 'https://schema.org/StrikethroughPrice' },
          { price: '33.61', priceCurrency: 'EUR', valueAddedTaxIncluded: false },
          { price: '4', priceCurrency: 'EUR', referenceQuantity: { value: 100, unitCode: 'GRM' } },
          { price: '40', priceCurrency: 'EUR', valueAddedTaxIncluded: true },
        ],
      },
      { price: 40, priceCurrency: 'EUR' },
    ],
    ['a price of its own', { price: 12, priceSpecification: { price: 10 } }, { price: 12 }],
    [
      'a list price where there is no other',
      { priceSpecification: { price: 9, priceType: 'ListPrice' } },
      { price: 9 },
    ],
  ])('takes of an offer %s', (_, offer, expected) => {
    const { main } = read(
      jsonLd({ '@type': 'Product', name: 'Anvil', offers: { '@type': 'Offer', ...offer } }),
    )
    expect(main.offers).toMatchObject(expected)
  })

  test('puts the offers of sellers who have it first', () => {
    const by = (name: string, availability: string) => ({
      '@type': 'Offer',
      price: 5,
      availability,
      seller: { name },
    })
    const { main } = read(
      jsonLd({ '@type': 'Product', name: 'Anvil', offers: [by('Ann', 'OutOfStock'), by('Bob', 'InStock')] }),
    )
    expect(main.offers).toMatchObject([{ seller: { name: 'Bob' } }, { seller: { name: 'Ann' } }])
  })

  test('does not let two prices of a shop that has none stand as 0', () => {
    const { main } = read(
      jsonLd({
        '@type': 'Product',
        name: 'Anvil',
        offers: { '@type': 'Offer', price: 0, availability: 'OutOfStock' },
      }),
    )
    expect(main.offers).toEqual({ '@type': 'Offer', availability: 'OutOfStock' })
  })
})

describe('a product page without markup', () => {
  test('is read from the data that its scripts carry', () => {
    const { main, evidence } = read(`<title>Iron anvil</title><h1>Iron anvil</h1><button>Add to cart</button>
      <script>window.__STATE__ = {"cart": {"items": []}, "product": {"name": "Iron anvil", "sku": "4711-99", "brand": {"name": "Smith"}, "price": {"current": 119.99, "currency": "EUR"}, "inStock": true}, "more": [{"name": "Hammer", "sku": "1", "price": 5}]};</script>`)
    expect(main).toMatchObject({
      '@type': 'Product',
      sku: '4711-99',
      brand: { name: 'Smith' },
      offers: { price: 119.99, availability: 'InStock' },
    })
    expect(evidence['offers.price']).toBe('embedded-state')
  })

  test('is read from what it shows', () => {
    const { main, evidence, method } = read(
      `<html lang="de"><title>Amboss</title><header><a href="/">Shop</a> <span class="cart-price">0,00 €</span></header>
      <main><h1>Amboss aus Eisen</h1>
        <div class="price-box"><del class="old-price">149,99 €</del> <span class="price">119<sup>99</sup> €</span></div>
        <p class="stock">Auf Lager</p><p>Art.-Nr.: 4711-99</p><table><tr><th>Marke</th><td>Schmied</td></tr><tr><th>EAN</th><td>4006381333931</td></tr></table>
        <button>In den Warenkorb</button></main>
      <section class="related"><h2>Ähnliche</h2><span class="price">5,00 €</span></section>`,
      'https://laden.example/amboss',
    )
    expect(main).toMatchObject({
      '@type': 'Product',
      name: 'Amboss aus Eisen',
      sku: '4711-99',
      gtin: '4006381333931',
      brand: { name: 'Schmied' },
      offers: { price: 119.99, priceCurrency: 'EUR', availability: 'InStock' },
    })
    expect(evidence['offers.price']).toBe('page')
    expect(method).toBe('algorithmic')
  })

  const sold = (body: string, title = 'Iron anvil') =>
    read(`<title>${title}</title><main><h1>Iron anvil</h1>${body}</main>`).main.offers

  test.each([
    [
      'a button that buys, beside words for other sizes',
      '<b>$5.00</b><p class="stock">XL: sold out</p><button>Add to cart</button>',
      'InStock',
    ],
    [
      'a button that says it is sold out',
      '<b>$5.00</b><p class="stock">S: in stock</p><button disabled>Sold out</button>',
      'SoldOut',
    ],
    ['a form for news of it', '<b>$5.00</b><button>Notify me when available</button>', 'OutOfStock'],
    [
      'an order that comes later',
      '<b>$5.00</b><p class="stock">Available on backorder</p><button>Add to cart</button>',
      'BackOrder',
    ],
    ['a button that waits for a size', '<b>$5.00</b><button disabled>Add to cart</button>', 'InStock'],
  ])('tells from %s whether it can be had', (_, body, availability) => {
    expect(sold(body)).toMatchObject({ price: 5, availability })
  })

  test.each([
    [
      'at the headline, not the louder one of an offer below',
      `<span>$5.00</span>${'<p>Heavy.</p>'.repeat(300)}<b class="price product-price">$9.00</b><button>Add to cart</button>`,
    ],
    [
      'that stands alone, not those of a row of tiles',
      `<b>$5.00</b><button>Add to cart</button><ul>${'<li><a href="/x">Tongs</a> <b class="price">$9.00</b></li>'.repeat(3)}</ul>`,
    ],
    [
      'whose name only holds the word for another',
      '<span class="placeholder"><b class="price">$5.00</b></span><button>Add to cart</button>',
    ],
    [
      'with tax',
      '<b class="price">$4.00 excl. VAT</b><b class="price">$5.00 incl. VAT</b><button>Add to cart</button>',
    ],
    [
      'in a sidebar, where there is no other',
      '<button>Add to cart</button><div class="sidebar"><b class="price">$5.00</b></div>',
    ],
  ])('takes the price %s', (_, body) => {
    expect(sold(body)).toMatchObject({ price: 5 })
  })

  test('reads cents in the state of its scripts by what it shows', () => {
    const state = (shown: string) =>
      sold(`<b>${shown}</b><button>Add to cart</button>
        <script>var product = {"name": "Iron anvil", "sku": "4711-99", "price": 2999, "available": true};</script>`)
    expect(state('$29.99')).toMatchObject({ price: 29.99 })
    expect(state('$2,999')).toMatchObject({ price: 2999 })
  })

  test('takes a heading that its title begins with for its own, whatever the elements around it are called', () => {
    const { main } = read(
      '<title>Iron anvil - Shop</title><div class="has-nav"><h2>Iron anvil</h2><b class="price">$5.00</b><button>Add to cart</button></div>',
    )
    expect(main).toMatchObject({ '@type': 'Product', name: 'Iron anvil', offers: { price: 5 } })
  })

  test.each([
    [
      'the old one beside it is struck by a class',
      '<div class="product-prices"><span class="line-through">$12.99</span> <span class="price">$9.10</span></div>',
      9.1,
    ],
    [
      'its cents stand apart and all of it once more',
      '<span class="product-price"><small>$24<sup>65</sup></small> <span class="visually-hidden">$24.65</span></span>',
      24.65,
    ],
    [
      'it says that tax is in it, and the one before does not',
      '<div><span class="main-price">¥2,000</span> <span class="price">消費税込 ¥2,200</span></div>',
      2200,
    ],
    [
      'a monthly part of it stands before it',
      '<p class="product-installments"><b class="price">171.46 Lei</b></p><p class="price">2999.99 Lei</p>',
      2999.99,
    ],
    [
      'it stands among the choices',
      '<div class="purchase-options"><span id="pricing">$2,299.99</span></div><p>Sold here.</p>',
      2299.99,
    ],
  ])('has the price that is paid where %s', (_, html, price) => {
    const { main } = read(`<main><h1>Iron anvil</h1>${html}<button>Add to cart</button></main>`)
    expect(main).toMatchObject({ '@type': 'Product', offers: { price } })
  })

  test('is sold in a box that looks like a sidebar, and not for the number of its reviews', () => {
    const { main } = read(
      '<html lang="ja"><h1>鉄床</h1><span class="price-rating">438</span><aside><b class="price">990</b>円 <button>カートに入れる</button></aside>',
    )
    expect(main).toMatchObject({
      '@type': 'Product',
      offers: { price: 990, priceCurrency: 'JPY', availability: 'InStock' },
    })
  })

  test.each([
    ['is crossed out', 3750, '<b class="price-old">¥3,750</b> <b class="price">¥2,800</b>', 2800],
    [
      'is crossed out and printed again',
      3750,
      '<del>¥3,750</del> <b class="price">¥2,800</b> <p>¥3,750</p>',
      3750,
    ],
    ['is 0', 0, '<b class="price">¥2,800</b>', 2800],
    ['is given twice', [2800, 2800], '<b class="price">¥2,800</b>', 2800],
  ])('whose declared price %s has the one that is paid', (_, declared, html, price) => {
    const item = {
      '@type': 'Product',
      name: 'Iron anvil',
      offers: { price: declared, availability: 'InStock' },
    }
    const { main } = read(
      `<script type="application/ld+json">${JSON.stringify(item)}</script><main><h1>Iron anvil</h1>${html}</main>`,
    )
    expect(main.offers).toMatchObject({ price, availability: 'InStock' })
  })

  const form = (id: number) =>
    `<form><input type="hidden" name="product_id" value="${id}"><button>Buy</button></form>`
  test.each([
    [
      'the button that buys it',
      '<form><button name="add-to-cart" value="12">Add to cart</button></form>',
      '12',
    ],
    ['the form below its headline, not those of other products', form(471199) + form(55).repeat(8), '471199'],
    [
      'the code of that form before its number',
      '<form><input name="product_id" value="88"><input name="sku" value="AN-88"><button>Buy</button></form>',
      'AN-88',
    ],
    ['a label, also for a short number', `<p><b>SKU:</b> <i>7</i></p>${form(471199)}`, '7'],
    ['one of several labels on a line', '<p>Shop #ANV88 • SKU #G16-X • Made here</p>', 'G16-X'],
    ['a Japanese label', '<dl><dt>注文コード</dt><dd>44631495</dd></dl>', '44631495'],
  ])('takes its number from %s', (_, html, sku) => {
    const page = `<main><h1>Iron anvil</h1><b class="price">$5.00</b>${html}</main><button>Add to cart</button>`
    expect(read(page, 'https://shop.example/product/anvil').main.sku).toBe(sku)
  })

  test('takes its number from the element that declares it around the headline', () => {
    const page = (attribute: string) =>
      `<div ${attribute}><main><h1>Iron anvil</h1><b class="price">$5.00</b><button>Buy now</button></main></div><p data-sku="B-1"></p><p data-sku="B-2"></p>`
    const url = 'https://shop.example/product/anvil'
    expect(read(page('data-product-sku="A-1"'), url).main.sku).toBe('A-1')
    expect(read(page(''), url).main.sku).toBeUndefined()
  })

  test.each([
    ['is the printed code where the declared number is seen nowhere', 'Item code: 01245', '01245'],
    ['is the declared one where both are printed', 'Item code: 01245, order 971097', '971097'],
  ])('whose number %s', (_, line, sku) => {
    const declared = { '@type': 'Product', name: 'Iron anvil', sku: '971097', offers: { price: 5 } }
    const { main } = read(
      `<title>Iron anvil</title><script type="application/ld+json">${JSON.stringify(declared)}</script><aside><h1>Iron anvil</h1><p>${line}</p></aside>`,
      'https://shop.example/product/anvil',
    )
    expect(main.sku).toBe(sku)
  })
})

describe('other pages without markup', () => {
  test('of an auction is what was bid last, not what the markup began with', () => {
    const item = {
      '@type': 'Product',
      name: 'Old anvil',
      offers: { '@type': 'Offer', price: 90, priceCurrency: 'USD' },
    }
    const lot = (bids: string) =>
      read(
        `<script type="application/ld+json">${JSON.stringify(item)}</script><main><h1>Old anvil</h1><span>$400</span>${bids}</main>`,
        'https://auction.example/item/7',
      ).main.offers
    expect(lot('<span>5 bids</span>')).toMatchObject({ price: 400, priceCurrency: 'USD' })
    expect(lot('<b>5</b> <span>bids</span>')).toMatchObject({ price: 400 })
    expect(lot('<span>Free delivery</span>')).toMatchObject({ price: 90 })
  })

  test('an article tells headline, byline and date', () => {
    const { main } = read(
      '<article><h1>Anvils are back</h1><p>By <a href="/authors/ada">Ada Smith</a></p><p>6 November 2023</p><p>Long text.</p></article>',
      'https://news.example/anvils',
    )
    expect(main).toEqual({
      '@type': 'Article',
      headline: 'Anvils are back',
      author: { '@type': 'Person', name: 'Ada Smith' },
      datePublished: '2023-11-06',
    })
  })

  test('a recipe tells ingredients and steps', () => {
    const { main } = read(
      '<h1>Bread</h1><p>Prep time: 20 min</p><h2>Zutaten</h2><ul><li>500 g flour<li>Water</ul><h2>Zubereitung</h2><ol><li>Mix.<li>Bake.</ol>',
      'https://food.example/bread',
    )
    expect(main).toMatchObject({
      '@type': 'Recipe',
      name: 'Bread',
      recipeIngredient: ['500 g flour', 'Water'],
      prepTime: '20 min',
    })
    expect(main.recipeInstructions).toHaveLength(2)
  })

  test('a job offer tells place, company and salary', () => {
    const { main } = read(
      '<h1>Smith</h1><dl><dt>Location</dt><dd>Sheffield</dd><dt>Company</dt><dd>Forge Ltd</dd><dt>Salary</dt><dd>£30,000 a year</dd></dl>',
      'https://work.example/jobs/smith',
    )
    expect(main).toMatchObject({
      '@type': 'JobPosting',
      title: 'Smith',
      hiringOrganization: { name: 'Forge Ltd' },
      jobLocation: { address: 'Sheffield' },
      baseSalary: { minValue: 30000, currency: 'GBP' },
    })
  })

  test('an event tells day and venue', () => {
    const { main } = read(
      '<h1>Forge night</h1><p>When: 6 November 2026, 19:30</p><p>Venue: The Old Smithy</p>',
      'https://town.example/events/forge-night',
    )
    expect(main).toMatchObject({
      '@type': 'Event',
      startDate: '2026-11-06T19:30:00',
      location: { name: 'The Old Smithy' },
    })
  })

  test('a page of questions tells the answers', () => {
    const { main } = read(
      ['Is it heavy?', 'Does it rust?', 'Can I return it?']
        .map((q) => `<details><summary>${q}</summary><p>Yes, it surely does.</p></details>`)
        .join(''),
      'https://shop.example/help',
    )
    expect(main).toMatchObject({ '@type': 'FAQPage' })
    expect(main.mainEntity).toHaveLength(3)
  })

  test('a list tells its entries with address and price', () => {
    const tile = (n: number) =>
      `<li class="tile"><a href="/p/${n}"><img src="/${n}.jpg"><h3>Anvil number ${n}</h3></a><span>€ ${n}9,90</span></li>`
    const { main } = read(
      `<h1>Anvils</h1><ul>${[1, 2, 3, 4, 5, 6].map(tile).join('')}</ul>`,
      'https://shop.example/anvils',
    )
    expect(main['@type']).toBe('ItemList')
    expect(
      read(`<h1>Anvils</h1><ul>${[1, 2, 3, 4, 5, 6].map(tile).join('')}</ul>`, 'https://docs.example/anvils')
        .main['@type'],
    ).toBe('WebPage')
    expect((main.itemListElement as unknown[])[0]).toEqual({
      '@type': 'ListItem',
      position: 1,
      name: 'Anvil number 1',
      url: 'https://shop.example/p/1',
      image: 'https://shop.example/1.jpg',
      offers: { '@type': 'Offer', price: 19.9, priceCurrency: 'EUR' },
    })
  })

  const links = (address: (n: number) => string) =>
    `<ul>${[1, 2, 3, 4, 5].map((n) => `<li><a href="${address(n)}">Chapter number ${n}</a></li>`).join('')}</ul>`
  const prose = (paragraphs: number) =>
    `<p>${'Iron is hot when it is red. '.repeat(8)}</p>`.repeat(paragraphs)
  const questions = ['Is it heavy?', 'Does it rust?', 'Can I return it?']
    .map((question) => `<h3>${question}</h3><p>Yes, it surely does.</p>`)
    .join('')
  const site = '<script type="application/ld+json">{"@type":"WebSite","name":"Anvil World"}</script>'
  const product = (n: number) =>
    `<script type="application/ld+json">{"@type":"Product","name":"Part ${n}","offers":{"price":${n}}}</script>`
  test.each([
    ['a table of contents', `<h1>Forging</h1>${links((n) => `#c${n}`)}<p>Text.</p>`, 'guide', 'WebPage'],
    [
      'some links of a long text',
      `<h1>Forging</h1>${links((n) => `/c/${n}`)}${`<p>${'Iron is hot. '.repeat(20)}</p>`.repeat(4)}`,
      'guide',
      'WebPage',
    ],
    ['links that are the page', `<h1>Chapters</h1>${links((n) => `/c/${n}`)}`, 'guide', 'ItemList'],
    ['the site that it declares', `${site}<h1>Forging</h1><p>Text.</p>`, 'guide', 'WebPage'],
    [
      'the products that it declares',
      `<h1>Parts</h1>${[1, 2, 3].map(product).join('')}`,
      'parts',
      'ItemList',
    ],
    ['an article without a date or an author', `<h1>Forging</h1>${prose(6)}`, 'blog/forging', 'Article'],
    ['an article with a date alone', `<h1>Forging</h1><p>6 November 2023</p>${prose(6)}`, 'guide', 'Article'],
    ['a text that nothing calls an article', `<h1>Forging</h1>${prose(6)}`, 'guide', 'WebPage'],
    ['a few sentences of a blog', `<h1>Forging</h1>${prose(1)}`, 'blog/forging', 'WebPage'],
    ['some questions', `<h1>Help</h1>${questions}`, 'help', 'FAQPage'],
    ['some questions at the end of a long text', `<h1>Help</h1>${prose(6)}${questions}`, 'help', 'WebPage'],
    [
      'a discussion',
      '<h1>Which anvil?</h1><b class="username">anvil_7</b>',
      't/anvil/1',
      'DiscussionForumPosting',
    ],
  ])('%s', (_what, html, path, type) => {
    expect(read(html, `https://shop.example/${path}`).main['@type']).toBe(type)
  })

  test('the trail of links is an item of its own', () => {
    const { items } = read(
      '<nav class="breadcrumb"><a href="/">Home</a> <a href="/tools">Tools</a></nav><h1>Anvils</h1>',
    )
    expect(items).toEqual([
      {
        '@type': 'BreadcrumbList',
        itemListElement: [
          { '@type': 'ListItem', position: 1, name: 'Home', item: 'https://shop.example/' },
          { '@type': 'ListItem', position: 2, name: 'Tools', item: 'https://shop.example/tools' },
        ],
      },
    ])
  })
})

test('what a page shows besides its subject is found by its labels and as lists of records', () => {
  const post = (n: number) =>
    `<div class="post"><b class="username">smith_${n}</b> <i>Joined: 4 Jul 2012</i> <i>6 Nov 2023, 10:0${n}</i><p>Use iron, not tin.</p></div>`
  const html = `<h1>Anvil</h1><dl><dt>Weight:</dt><dd>3 kg</dd></dl><table><tr><th>Colour</th><td>Black</td></tr></table>
    <ul><li><span>Made in</span><span>Graz</span></li></ul><p>Height: 30 cm</p><nav><p>Phone: 1</p></nav>
    <table><tr><th>Part</th><th>Price</th></tr><tr><td>Horn</td><td>€ 5</td></tr><tr><td>Base</td><td>€ 9</td></tr></table>
    <section>${[1, 2, 3, 4].map(post).join('')}</section>`
  const { labels, lists } = readShownData(parseHtml(html), { url: 'https://shop.example/anvil' })
  expect(labels).toMatchObject({ Weight: '3 kg', Colour: 'Black', 'Made in': 'Graz', Height: '30 cm' })
  expect(labels).not.toHaveProperty('Phone')
  expect(lists).toContainEqual([
    { Part: 'Horn', Price: '€ 5' },
    { Part: 'Base', Price: '€ 9' },
  ])
  const posts = lists.find(([first]) => first?.author !== undefined)
  expect(posts?.[1]).toMatchObject({ author: 'smith_2', datePublished: '2023-11-06T10:02:00' })
})
