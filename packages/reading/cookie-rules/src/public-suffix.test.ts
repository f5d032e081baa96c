import { expect, test } from '@jest/globals'
import { isPublicSuffix, siteOf } from './public-suffix.ts'

test.each([
  'com',
  'com.',
  'co.uk',
  'github.io',
  'kawasaki.jp',
  's3.amazonaws.com',
  'xn--p1ai',
  'unknown',
  'localhost',
])('%s is everybody’s', (domain) => expect(isPublicSuffix(domain)).toBe(true))

test.each(['example.co.uk', 'me.github.io', 'city.kawasaki.jp', 'a.unknown', '127.0.0.1', '[::1]'])(
  '%s is somebody’s',
  (domain) => expect(isPublicSuffix(domain)).toBe(false),
)

test.each([
  ['a.b.example.co.uk', 'example.co.uk'],
  ['me.github.io', 'me.github.io'],
  ['github.io', 'github.io'],
  ['intranet', 'intranet'],
  ['127.0.0.1', '127.0.0.1'],
])('the site of %s is %s', (host, site) => expect(siteOf(host)).toBe(site))
