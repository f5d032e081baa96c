import { parseHtml } from '@gleaner/markup'
import { expect, test } from '@jest/globals'
import { readShownData } from './read-shown-data.ts'

const labelsOf = (html: string) => readShownData(parseHtml(html), { url: 'about:content' }).labels

test.each([
  ['<p>$12.50</p>', { price: '12.5', currency: 'USD' }],
  ['<td><s>20 €</s> <b>9,90 €</b></td>', { price: '9.9', currency: 'EUR' }],
  ['<li>Lamp <span>2026-03-01</span></li>', { date: '2026-03-01' }],
])('a piece of a page tells its one value: %s', (html, expected) => {
  expect(labelsOf(html)).toMatchObject(expected)
})

test.each(['<p>$12.50 <p>$13', '<title>Shop</title><p>$12.50</p>', '<p>12 people</p>'])(
  'two values, a page and a bare number tell none: %s',
  (html) => {
    expect(labelsOf(html)).not.toHaveProperty('price')
  },
)
