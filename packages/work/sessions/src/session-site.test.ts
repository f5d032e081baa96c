import { expect, test } from '@jest/globals'
import { siteOf } from './session-site.ts'

test.each([
  ['shop.example.com', null],
  ['.shop.example.com', null],
  ['http://shop.example.com', null],
  ['http://shop.example.com/cart', '//shop.example.com/cart'],
  ['shop.example.com/wiki/?a=b', '//shop.example.com/wiki/'],
  ['https://shop.example.com/?a=b', 'https://shop.example.com'],
  ['https://shop.example.com/cart?a=b', 'https://shop.example.com/cart'],
  ['http://localhost:3000/', 'http://localhost:3000'],
  ['HTTPS://user:word@Shop.Example.com:8443', 'https://shop.example.com:8443'],
  ['localhost:3000', '//localhost:3000'],
  ['//localhost:3000/app', '//localhost:3000/app'],
  ['[::1]:3000', '//[::1]:3000'],
  ['::1', null],
  ['shop.example.com:3000/a//b', '//shop.example.com:3000/a//b'],
  ['ftp://example.com:21', null],
  ['', null],
])('%j says that the site is at %j', (given, site) => {
  expect(siteOf(given)).toBe(site)
})
