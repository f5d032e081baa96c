import { parseHtml, serialize, visibleText } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { chooseMainContent } from './choose-main-content.ts'

const DESCRIPTION =
  '<p>The lamp gives a warm light, stands on three legs, and folds up for the journey home.</p>'

const USE = `<p>It stands on a table as well as on the ground, where the wind finds it hard to turn it over.</p>
  <p>A full tank of oil burns for ten hours, and is filled through the opening under the glass.</p>`

/** The text of a product page that has `parts` under its description. */
function productText(parts: string): string {
  const page = `<title>Lamp</title><header><nav><a href="/">Shop</a></nav></header>
    <main><h1>Lamp</h1><span class="price">€40.00</span>${DESCRIPTION}${USE}${parts}</main>`
  return mainText(page, 'https://shop.example/products/lamp')
}

function mainText(page: string, url: string): string {
  return visibleText(chooseMainContent(parseHtml(page), url).root)
}

describe('the main content of a page that sells', () => {
  test('leaves out what buyers say, however long', () => {
    const review =
      '<p>I bought this lamp for my tent, and it has never let me down, not even in the rain.</p>'
    const text = productText(`<div class="okeReviews"><h3>Opinions</h3>${review.repeat(8)}</div>`)
    expect(text).toContain('warm light')
    expect(text).not.toContain('for my tent')
  })

  const card = (name: string) => `<li class="card"><a href="/products/${name}">${name}</a> <b>€12.00</b></li>`
  const cards = `<ul>${['Wick', 'Shade', 'Match'].map(card).join('')}</ul>`

  test.each([
    ['in their box', `<div><div class="slider-title">Muut katsoivat</div>${cards}</div>`],
    [
      'of lines',
      `<h2><div>Muut</div><div>katsoivat</div></h2><div>${cards}</div><h2>Care</h2><p>Use a cloth.</p>`,
    ],
  ])('leaves out cards of other products, and the title %s over them', (_, parts) => {
    const text = productText(`<h2>Size</h2><p>It is forty centimetres high.</p>${parts}`)
    for (const piece of ['Wick', 'Match', 'katsoivat']) expect(text).not.toContain(piece)
    expect(text).toContain('Size')
  })

  test('leaves out cards of other products however little it tells of its own', () => {
    const others = Array.from({ length: 30 }, (_, n) => card(`Lantern number ${n}, made of tin`)).join('')
    const offer = '<script type="application/ld+json">{"@type":"Product","offers":{"@type":"Offer"}}</script>'
    const page = `<title>Lamp</title>${offer}<main><h1>Lamp</h1>${DESCRIPTION}<div><ul>${others}</ul></div></main>`
    const text = mainText(page, 'https://shop.example/products/lamp')
    expect(text).toContain('warm light')
    expect(text).not.toContain('Lantern')
  })

  test('tells each fact of a product once, and equal values each time', () => {
    const facts = '<p>Size</p><p>40 cm</p><p>In black</p>'
    const text =
      productText(`<div class="narrow"><p>Comes with a spare glass.</p>${facts}</div><div class="wide"><h2>Details</h2>
      <p>Comes with a spare glass.</p>${facts}</div><table><tr><td>Base</td><td>Ash, oiled by hand twice</td></tr>
      <tr><td>Legs</td><td>Ash, oiled by hand twice</td></tr></table>`)
    for (const once of ['spare glass', 'Size', '40 cm', 'In black']) expect(text.split(once)).toHaveLength(2)
    expect(text.split('oiled by hand')).toHaveLength(3)
  })

  test('keeps cards that are forms, since a button on them buys the thing', () => {
    const product = (n: number) =>
      `<li><form action="/cart"><a href="/p/${n}">Lamp model ${n}</a> <b>€${n}9.00</b> <button>Buy</button></form></li>`
    const products = Array.from({ length: 6 }, (_, n) => product(n + 1)).join('')
    const page = `<main><h1>Lamps</h1>${DESCRIPTION}<ul>${products}</ul><form>Your address <input> <a href="/privacy">Privacy</a></form></main>`
    const text = mainText(page, 'https://shop.example/collections/lamps')
    expect(text).toContain('Lamp model 6')
    expect(text).not.toContain('Your address')
  })

  test('keeps the price on a card, whatever its box is called', () => {
    const card = (n: number) =>
      `<li><a href="/p/${n}">Lamp model ${n}</a><div class="ProductPriceRating"><em>€${n}.00</em></div><div class="Rating">4 of 5</div></li>`
    const page = `<main><h1>Lamps</h1><ul>${Array.from({ length: 6 }, (_, n) => card(n)).join('')}</ul></main>`
    const text = mainText(page, 'https://shop.example/collections/lamps')
    expect(text).toContain('€5.00')
    expect(text).not.toContain('4 of 5')
  })

  test('keeps the sentences in a box that is named after what a visitor opens or fills in', () => {
    const section =
      '<p>It is made of brass, and the three legs are of ash, oiled by hand. The wick is cotton, and it lasts for a whole winter of evenings, if it is trimmed. The glass is blown, so that no two of them are alike.</p>'
    const text = productText(
      `${DESCRIPTION.repeat(30)}<div class="pdp-dropdown"><button>Material</button><div>${section}</div></div><div class="dropdown"><a href="/en">English</a> <a href="/fr">Suomi</a></div>`,
    )
    expect(text).toContain('made of brass')
    expect(text).not.toContain('Suomi')
  })

  test('leaves out lists of plain links', () => {
    const links = ['Tents', 'Stoves', 'Boots', 'Ropes'].map(
      (name) => `<li><a href="/${name}">${name}</a></li>`,
    )
    const text = productText(`<h2>All brands</h2><ul>${links.join('')}</ul>`)
    expect(text).toContain('warm light')
    expect(text).not.toContain('Stoves')
  })

  test.each([
    ['a section', '<h3>Shipping & returns</h3><p>We send parcels on each day of the week.</p><h3>Size</h3>'],
    ['a panel', '<div><button>Versand</button><div><p>We send parcels on each day.</p></div></div>'],
    [
      'a tab',
      '<ul><li><a href="#t2">Customer Reviews (2)</a></li></ul><div id="t2"><p>We send parcels on each day.</p></div>',
    ],
  ])('leaves out %s about what the shop tells with every product', (_, part) => {
    const text = productText(`${part}<p>It is forty centimetres high, and weighs two kilograms.</p>`)
    expect(text).not.toContain('parcels')
    expect(text).not.toMatch(/Shipping|Versand|Reviews/)
    expect(text).toContain('forty centimetres')
  })

  test('keeps a section that is only called after delivery, and a value', () => {
    const text = productText(
      '<h3>Delivery contents of the lamp</h3><p>A lamp, a wick and a bag of cotton come in the box.</p><p>Delivery</p><p>free</p>',
    )
    expect(text).toContain('bag of cotton')
    expect(text).toContain('free')
  })

  test('keeps the cards that are what the page is about', () => {
    const card = (n: number) =>
      `<div class="card"><a href="/products/${n}">Lamp model ${n}</a> <b>€12.00</b></div>`
    const page = `<main><h1>Lamps</h1><div>${Array.from({ length: 12 }, (_, n) => card(n)).join('')}</div></main>`
    const text = visibleText(chooseMainContent(parseHtml(page), 'https://shop.example/x', 'product').root)
    expect(text).toContain('Lamp model 0')
    expect(text).toContain('Lamp model 11')
  })

  test('leaves out the labels that every card has, and keeps what only some have or share', () => {
    const card = (n: number) =>
      `<div class="card"><a href="/p/${n}">Lamp model ${n}</a> <a href="/makers/oil">Oilworks</a> <b>€12.00</b>
      <p>${n % 2 ? 'In stock' : 'Sold out'}</p><a class="more" href="/p/${n}"><div>Look at it</div></a><div><label>Put beside</label></div></div>`
    const page = `<main><h1>Lamps</h1><div>${Array.from({ length: 6 }, (_, n) => card(n)).join('')}</div></main>`
    const text = mainText(page, 'https://shop.example/collections/lamps')
    for (const piece of ['Lamp model 5', 'In stock', 'Oilworks']) expect(text).toContain(piece)
    for (const piece of ['Look at it', 'Put beside']) expect(text).not.toContain(piece)
  })

  test('opens the tabs and sections that a click would open, and no menu', () => {
    const text = productText(`<div class="accordion"><button>Care</button>
      <div style="display:none"><div role="region">Wipe it with a dry cloth, and never with water.</div></div></div>
      <div role="tabpanel" hidden>It weighs two kilograms.</div>
      <div style="display: none">A template that nobody sees.</div>
      <nav><div role="region" style="display:none">All of our shops</div></nav>`)
    expect(text).toContain('dry cloth')
    expect(text).toContain('two kilograms')
    expect(text).not.toContain('nobody sees')
    expect(text).not.toContain('our shops')
  })

  test('leaves the panels of the page itself as they are', () => {
    const document = parseHtml(
      `<main><h1>Lamp</h1>${DESCRIPTION}<div role="tabpanel" hidden>More</div></main>`,
    )
    const before = serialize(document)
    chooseMainContent(document, 'https://shop.example/products/lamp')
    expect(serialize(document)).toBe(before)
  })

  test('tells the slides of a carousel once, and a line that several parts share each time', () => {
    const slide = (name: string) =>
      `<div class="slide"><h3>${name}</h3><p>The ${name} plan is for teams that are growing quickly.</p><p>Cancel at any time, and keep all that you have made with it.</p></div>`
    const slides = ['Small', 'Large'].map(slide).join('')
    const page = `<main><h1>Plans for every team</h1><div>${slides}${slides}</div></main>`
    const text = mainText(page, 'https://firm.example/services/plans')
    expect(text.split('The Small plan')).toHaveLength(2)
    expect(text.split('Cancel at any time')).toHaveLength(3)
  })
})

test('takes cards with prices for no thread, though a product is called after a year', () => {
  const product = (n: number) =>
    `<li class="tile"><div class="name">Lamp ${n} of 2024</div><div class="price">Now, with the rebate of this summer: €${n}9.90, before €${n}0.95</div></li>`
  const page = `<main><h1>Lamps</h1><ul>${Array.from({ length: 9 }, (_, n) => product(n + 1)).join('')}</ul></main>`
  expect(chooseMainContent(parseHtml(page), 'https://shop.example/lamps').pageType).not.toBe('forum')
})

test('tells the terms of each offer, though they are the same', () => {
  const offer = (what: string) =>
    `<div><h3>${what}</h3><p>Show this page before the work begins, please.</p><p>Cannot be combined with any other offer.</p></div>`
  const offers = ['Ten off any lamp', 'A free wick', 'Two glasses for one'].map(offer).join('')
  const text = mainText(`<main><h1>Offers</h1>${offers}</main>`, 'https://firm.example/services/offers')
  expect(text.split('before the work begins')).toHaveLength(4)
})

describe('the main content of other pages', () => {
  const prose =
    '<p>The bridge was built in a summer, by forty people, and it has carried trains ever since.</p>'

  test('is not the footer, however long its legal texts are', () => {
    const page = `<body><main><h1>Bridges</h1>${prose.repeat(16)}</main><footer>${'<p>All prices are subject to change, and no offer can be combined with any other offer.</p>'.repeat(60)}</footer>`
    const text = mainText(page, 'https://a.example/services/bridges')
    expect(text).toContain('The bridge was built')
    expect(text).not.toContain('subject to change')
  })

  test('has the parts that it has many of, whatever they are called', () => {
    const part = (n: number) =>
      `<div class="page-promo"><h3><a href="/b/${n}">Bridge ${n}</a></h3><p>Number ${n} has carried trains for years.</p></div>`
    const parts = (many: number) => Array.from({ length: many }, (_, n) => part(n)).join('')
    const page = (many: number) =>
      `<main><h1>Bridges</h1><div>${prose.repeat(8)}</div><div>${parts(many)}</div></main>`
    expect(mainText(page(6), 'https://a.example/services/bridges')).toContain('Bridge 5')
    expect(mainText(page(1), 'https://a.example/services/bridges')).not.toContain('Bridge 0')
  })

  test('has a table of data, whatever its box is called', () => {
    const row = (kind: string, years: number) => `<tr><td>${kind} bridge</td><td>${years} years</td></tr>`
    const table = `<div class="compare"><table>${row('Stone', 300)}${row('Iron', 120)}</table></div>`
    const page = `<main><article><h1>Bridges</h1>${prose.repeat(4)}${table}${prose}</article><div class="compare">Compare (0)</div></main>`
    const text = mainText(page, 'https://a.example/2024/05/bridges')
    expect(text).toContain('Iron bridge')
    expect(text).not.toContain('(0)')
  })

  test('is inside a layout that is named after what stands beside it', () => {
    const page = `<body><div class="main-wrap has-rail-right"><article><h1>Bridges</h1>${prose.repeat(4)}</article></div><div>${prose.replace('bridge', 'tunnel').repeat(6)}</div>`
    expect(mainText(page, 'https://a.example/2024/05/bridges')).toContain('The bridge was built')
  })

  test('leaves out a line that leads to the list of links under it', () => {
    const list =
      '<ul><li><a href="/a">Seven tunnels worth a visit</a></li><li><a href="/b">How tunnels leak</a></li></ul>'
    const page = `<main><article><h1>Bridges</h1>${prose.repeat(4)}<p>Don’t miss:</p>${list}${prose}</article></main>`
    const text = mainText(page, 'https://a.example/2024/05/bridges')
    expect(text).not.toContain('miss')
    expect(text).not.toContain('Seven tunnels')
  })

  test('of questions and answers leaves out remarks about an answer', () => {
    const post = (kind: string, words: string) =>
      `<div class="${kind}"><div class="post-text">${`<p>${words} It is long enough to be read, and it says why.</p>`.repeat(3)}</div><div class="comments"><p>Thanks, but does this hold for old versions, too?</p></div></div>`
    const page = `<main><h1>How do I mend a bridge?</h1>${post('question', 'My bridge has a hole.')}${post('answer', 'Put a plank on it.')}</main>`
    const text = mainText(page, 'https://ask.example/questions/7/how-do-i-mend-a-bridge')
    expect(text).toContain('a plank')
    expect(text).not.toContain('old versions')
  })
})
