import { parseHtml } from '@gleaner/markup'
import { describe, expect, test } from '@jest/globals'
import { readStructured } from '../read-structured.ts'

const URL = 'https://shop.example/products/anvil'
const BUY = '<p class="price">$89.00</p><button>Add to cart</button>'

function read(html: string, url = URL) {
  return readStructured(parseHtml(`<title>Acme anvil - Shop</title><main>${html}</main>`), { url }).main
}

describe('the brand of a product without markup', () => {
  const NAMES: [string, string, string][] = [
    ['beside its label', '<h1>Anvil 40</h1><p>Brand: Acme</p>', 'Acme'],
    ['in an element that is named for it', '<p class="product__vendor">Acme</p><h1>Anvil 40</h1>', 'Acme'],
    ['as a link to its page', '<h1>Anvil 40</h1><p><a href="/brands/acme">Acme</a></p>', 'Acme'],
    ['in a line about it', '<h1>Acme anvil</h1><a href="/brand/7">Visit the Acme shop</a>', 'Acme'],
    ['in a line before a dash', '<p>From Acme</p><h1>Acme - Anvil 40</h1>', 'Acme'],
    ['alone above the headline', '<p>ACME</p><h1>Acme anvil</h1>', 'Acme'],
  ]
  test.each(NAMES)('is told %s', (_, html, expected) => {
    expect(read(html + BUY).brand).toMatchObject({ name: expected })
  })

  test.each([
    ['a category', '<p>Blacksmithing</p><h1>Acme anvil</h1>'],
    ['the trail of links', '<p class="breadcrumb"><a href="/a">Acme</a></p><h1>Acme anvil</h1>'],
    ['the start of a sentence', '<h1>Anvil</h1><p>Brand: by</p>'],
    ['the headline once more', '<p>Acme anvil</p><h1>Acme anvil</h1>'],
  ])('is not %s', (_, html) => {
    expect(read(html + BUY).brand).toBeUndefined()
  })
})

describe('the code of a product without markup', () => {
  const TILE = '<li data-sku="T-1">Tongs</li><li data-sku="T-2">Apron</li>'
  test.each([
    [
      'after a sign for a number, whatever it is called',
      '<h1>Anvil</h1><p>ACME #AN-40 • MFR #M1</p>',
      'AN-40',
    ],
    ['after such a sign in the next element', '<h1>Anvil</h1><span>Web #:</span><b>4711</b>', '4711'],
    [
      'of several words in an element named for it',
      '<h1>Anvil</h1><b class="sku">anvil 40 kg</b>',
      'anvil 40 kg',
    ],
    ['without a digit there', '<h1>Anvil</h1><b class="sku">iron-anvil</b>', 'iron-anvil'],
    ['before the number that its form sends', '<h1>Anvil</h1><div data-product-sku="AN-40"></div>', 'AN-40'],
    ['unlike the codes of others', `<h1>Anvil</h1><ul>${TILE}</ul>`, '88121'],
  ])('is the one %s', (_, html, expected) => {
    const form = '<form><input name="product_id" value="88121"></form>'
    expect(read(html + BUY + form).sku).toBe(expected)
  })

  test('is the one that the address announces', () => {
    const url = 'https://shop.example/anvil-5011101268/pd/DRB0K2MBM/'
    const form = '<input name="product_id" value="5011101268">'
    expect(read(`<h1>Anvil</h1>${BUY}<form>${form}</form>`, url).sku).toBe('DRB0K2MBM')
  })
})

describe('the availability of a product without markup', () => {
  test.each([
    ['a button that is hidden until it applies', '<a class="btn hidden">Notify me when available</a>'],
    ['a badge of the price', '<span class="price__badge-sold-out">Sold out</span>'],
    ['a line in a hidden box', '<div class="d-none"><p>Sold out</p></div>'],
  ])('is not told by %s', (_, html) => {
    const { offers } = read(`<h1>Anvil</h1><p class="price">$89.00</p>${html}`)
    expect(offers).toMatchObject({ price: 89 })
    expect(offers).not.toHaveProperty('availability')
  })

  test.each([
    ['printed', '<p class="price">$89.00</p>'],
    [
      'declared',
      '<script type="application/ld+json">{"@type":"Product","name":"Anvil","offers":{"@type":"Offer","price":89}}</script>',
    ],
  ])('is not told by a price that is %s', (_, price) => {
    const { offers } = read(`<h1>Anvil</h1>${price}`)
    expect(offers).toMatchObject({ price: 89 })
    expect(offers).not.toHaveProperty('availability')
  })

  test('is told by a button that buys', () => {
    expect(read(`<h1>Anvil</h1>${BUY}`).offers).toMatchObject({ availability: 'InStock' })
  })

  test('is told by a line that is shown on wide windows', () => {
    const line = '<p class="hidden md:block">Sold out</p>'
    expect(read(`<h1>Anvil</h1><p class="price">$89.00</p>${line}`).offers).toMatchObject({
      availability: 'SoldOut',
    })
  })
})

describe('the price of a product without markup', () => {
  const AWAY = '<a href="/products/tongs"><span class="price current">$12.00</span></a>'
  test.each([
    ['before one in a link to another product', `${AWAY}<p class="price">$89.00</p>`],
    ['also in a link that buys it', '<a href="/cart/add?id=1"><b class="price">$89.00</b></a>'],
    ['before one in the footer', '<p>$89.00</p><footer><b class="price">$5.00</b></footer>'],
  ])('is its own, %s', (_, html) => {
    const made = read(`<h1>Anvil</h1>${html}<button>Add to cart</button>`)
    expect(made.offers).toMatchObject({ price: 89 })
  })

  test('goes before one that only its scripts carry', () => {
    const state = '<script>var p = {"productName": "Anvil", "sku": "AN-40", "price": 120}</script>'
    const made = (shown: string) => read(`<h1>Anvil</h1>${shown}<button>Add to cart</button>${state}`)
    expect(made('<p class="price">$89.00</p>').offers).toMatchObject({ price: 89 })
    expect(made('').offers).toMatchObject({ price: 120 })
  })

  test('is none of those above the headline and outside of the content', () => {
    const made = read(
      '<nav><a>Anvils under $50</a></nav><h1>Anvil</h1><p>SKU: AN-40</p><button>Add to cart</button>',
    )
    expect(made).toMatchObject({ '@type': 'Product', sku: 'AN-40' })
    expect(made.offers).not.toHaveProperty('price')
  })
})
