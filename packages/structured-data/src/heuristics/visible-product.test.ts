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
