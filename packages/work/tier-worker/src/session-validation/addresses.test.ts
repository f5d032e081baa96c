import type { Cookie } from '@gleaner/cookie-rules'
import { expect, test } from '@jest/globals'
import { addressesOf, type ValidatedSite } from './addresses.ts'
import { nextAddresses } from './next-addresses.ts'

const cookie = (more: Partial<Cookie> = {}): Cookie => ({
  name: 'sid',
  value: 'x',
  domain: 'example.com',
  hostOnly: false,
  path: '/',
  httpOnly: false,
  ...more,
})
const site = (more: Partial<ValidatedSite>): ValidatedSite => ({
  domain: 'example.com',
  site: null,
  lastPage: null,
  cookies: [cookie()],
  ...more,
})

const onHost = (domain: string) => cookie({ domain, hostOnly: true })

test.each<[string, Partial<ValidatedSite>, string[]]>([
  ['the root, when nothing else is known', {}, ['https://example.com/ or http']],
  [
    'the last page, then the root there',
    { lastPage: 'http://app.example.com:8080/inbox' },
    ['http://app.example.com:8080/inbox', 'http://app.example.com:8080/'],
  ],
  [
    'the folder that all cookies are for',
    { cookies: [cookie({ path: '/wiki' }), cookie({ path: '/wiki/talk' })] },
    ['https://example.com/wiki or http', 'https://example.com/ or http'],
  ],
  [
    'not the folder of a single cookie among others',
    { cookies: [cookie(), cookie({ path: '/api/refresh' })] },
    ['https://example.com/ or http'],
  ],
  [
    'the host that all cookies are for',
    { cookies: [onHost('app.example.com')] },
    ['https://app.example.com/ or http'],
  ],
  [
    'the domain, where cookies are for several hosts',
    { cookies: [onHost('a.example.com'), onHost('b.example.com')] },
    ['https://example.com/ or http'],
  ],
  [
    'no host outside of the domain',
    { cookies: [onHost('evil.example')], lastPage: 'https://evil.example/' },
    ['https://example.com/ or http'],
  ],
  ['what the caller has said', { site: 'https://example.com:8443' }, ['https://example.com:8443/']],
  ['a port without a scheme', { site: '//example.com:3000' }, ['https://example.com:3000/ or http']],
  [
    'a port as the last page there was shown',
    { site: '//example.com:3000/app', lastPage: 'http://example.com:3000/inbox' },
    ['http://example.com:3000/app', 'http://example.com:3000/inbox', 'http://example.com:3000/'],
  ],
  ['an address of IPv6', { domain: '[::1]', site: 'http://[::1]:3000', cookies: [] }, ['http://[::1]:3000/']],
])('asks %s', (_, more, expected) => {
  const addresses = addressesOf(site(more))
  expect(addresses.map(({ url, mayBeHttp }) => (mayBeHttp ? `${url} or http` : url))).toEqual(expected)
})

const from = (accountLinks: string[], followUp?: string) =>
  nextAddresses(
    { accountLinks, finalUrl: 'https://example.com/' },
    followUp === undefined ? {} : { followUp },
    'example.com',
  )

test('a page leads to one page of the user, then to the sign-in', () => {
  const links = ['https://example.com/account/orders', 'https://example.com/account', 'Label']
  expect(from(links, 'https://example.com/login')).toEqual([
    'https://example.com/account',
    'https://example.com/login',
  ])
})

test.each([
  'https://evil.example/account',
  'https://example.com.evil.example/account',
  'https://example.com/account/logout',
  'https://example.com/account?action=delete',
  'javascript:account()',
  'https://[',
])('a page does not lead to %s', (link) => {
  expect(from([link], link)).toEqual([])
})
