import { parseHtml } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { indexPage } from '../page-index/page-index.ts'
import { readMicroformats } from './microformats.ts'

const read = (html: string) => readMicroformats(indexPage(parseHtml(html)), 'https://site.example/a/')

test('a recipe, in the classes of before and of now', () => {
  const recipe = {
    '@type': 'Recipe',
    name: 'Soup',
    recipeIngredient: ['1 leek', '1 l water'],
    totalTime: 'PT30M',
    author: { '@type': 'Person', name: 'Ann' },
    image: 'https://site.example/soup.jpg',
  }
  expect(
    read(`<div class="hrecipe"><h1 class="fn">Soup</h1><ul><li class="ingredient">1 leek</li><li class="ingredient">1 l water</li></ul>
      <span class="duration"><span class="value-title" title="PT30M"></span>half an hour</span>
      <span class="author vcard"><b class="fn">Ann</b></span><img class="photo" src="/soup.jpg"></div>`),
  ).toEqual([recipe])
  expect(
    read(`<div class="h-recipe"><h1 class="p-name">Soup</h1><ul><li class="p-ingredient">1 leek</li><li class="p-ingredient">1 l water</li></ul>
      <time class="dt-duration" datetime="PT30M">half an hour</time><a class="p-author h-card">Ann</a><img class="u-photo" src="/soup.jpg"></div>`),
  ).toEqual([recipe])
})

test('a card with an address, an organization, an event and a product', () => {
  expect(
    read(`<p class="vcard"><span class="fn">Bob</span> <span class="org">Smith & Sons</span>
      <span class="adr"><span class="locality">Lund</span> <span class="postal-code">223</span></span> <span class="tel">+46 1</span></p>
      <p class="vcard"><b class="fn org">Smith & Sons</b> <a class="email">a@b.example</a></p>
      <p class="vevent"><b class="summary">Fair</b> <abbr class="dtstart" title="2026-05-01">May</abbr></p>
      <p class="h-product"><b class="p-name">Anvil</b> <data class="p-price" value="99.50">99 €</data></p>`),
  ).toEqual([
    {
      '@type': 'Person',
      name: 'Bob',
      telephone: '+46 1',
      worksFor: { '@type': 'Organization', name: 'Smith & Sons' },
      address: { '@type': 'PostalAddress', addressLocality: 'Lund', postalCode: '223' },
    },
    { '@type': 'Organization', name: 'Smith & Sons', email: 'a@b.example' },
    { '@type': 'Event', name: 'Fair', startDate: '2026-05-01' },
    { '@type': 'Product', name: 'Anvil', offers: { '@type': 'Offer', price: '99.50' } },
  ])
})

test('a class that a theme has kept is no item', () => {
  expect(
    read('<article class="post hentry"><h1 class="entry-title">News</h1><p>Text.</p></article>'),
  ).toEqual([])
})
