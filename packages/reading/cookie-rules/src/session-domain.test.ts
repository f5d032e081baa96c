import { expect, test } from '@jest/globals'
import { sessionDomain } from './session-domain.ts'

test.each([
  ['example.com', 'example.com'],
  [' Https://Ann:pw@App.EXAMPLE.com:8443/login?a=b#c ', 'app.example.com'],
  ['.example.com', 'example.com'],
  ['example.com.', 'example.com'],
  ['//example.com/x', 'example.com'],
  ['münchen.de', 'xn--mnchen-3ya.de'],
  ['a_b.example.com', 'a_b.example.com'],
  ['ann.github.io', 'ann.github.io'],
  ['localhost:8080', 'localhost'],
  ['intranet', 'intranet'],
  ['10.0.0.1:81', '10.0.0.1'],
  ['0x7f.1', '127.0.0.1'],
  ['http://[::1]:80/', '[::1]'],
  ['::1', '[::1]'],
  ['www.ck', 'www.ck'],
])('%s is the domain %s', (given, domain) => {
  expect(sessionDomain(given)).toEqual({ domain })
})

test.each(['com', 'CO.UK', 'https://github.io/', 'foo.ck', 'xn--p1ai', 'рф', '.uk'])(
  '%s is a suffix that strangers share',
  (given) => {
    expect(sessionDomain(given).fault).toContain('suffix')
  },
)

test.each([
  '',
  '.',
  '..',
  'a b.com',
  '*.example.com',
  'a..b',
  '-a.com',
  'http://',
  'exa\nmple.com',
  'a\0.com',
  `${'a'.repeat(64)}.com`,
])('%j is no domain', (given) => {
  expect(sessionDomain(given).fault).toContain('host name')
})
