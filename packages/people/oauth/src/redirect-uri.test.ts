import { describe, expect, test } from '@jest/globals'
import { createRedirectRules, isDomain, redirectUriFault, registrationFault } from './redirect-uri.ts'

const REGISTERED = [
  'https://tool.example/callback',
  'https://tool.example/cb?tenant=1',
  'https://bare.example',
  'https://tool.example:8443/p',
]
const rules = (isDevelopment: boolean) =>
  createRedirectRules({
    publicUrl: 'https://api.gleaner.example/v',
    ownDomains: ['*.Own.example', 'apps.test'],
    isDevelopment,
  })
const isAllowed = (uri: string, isDevelopment = false) =>
  redirectUriFault(uri) === undefined && rules(isDevelopment).allows(uri, REGISTERED) // biome-ignore format: a table

describe('allowed in production', () => {
  test.each([
    'https://tool.example/callback',
    'https://tool.example/cb?tenant=1',
    'https://tool.example:8443/p',
    'https://bare.example',
    'https://bare.example/',
    'https://api.gleaner.example/anything?a=b',
    'https://api.gleaner.example:8443/',
    'https://app.api.gleaner.example/cb',
    'https://own.example/cb',
    'https://a.b.own.example/cb',
    'https://apps.test/',
  ])('%s', (uri) => expect(isAllowed(uri)).toBe(true))
})

describe('refused, in development too', () => {
  test.each([
    // Not what was registered.
    'https://tool.example/callback/',
    'https://tool.example/Callback',
    'https://tool.example/callback?x=1',
    'https://tool.example/cb',
    'https://tool.example/cb?tenant=2',
    'https://tool.example/cb?tenant=1&x=2',
    'https://tool.example/callback/../admin',
    'https://tool.example/callback/%2e%2e/admin',
    'https://tool.example/x/../callback',
    'https://tool.example/x/%2E%2E/callback',
    'https://tool.example//callback',
    'https://tool.example/%63allback',
    'https://tool.example/callback%2F',
    'https://tool.example%2Fcallback',
    'https://tool.example/callback;x',
    'https://tool.example:8443/callback',
    'https://tool.example:443/callback',
    'https://sub.tool.example/callback',
    'http://tool.example/callback',
    'HTTPS://TOOL.EXAMPLE/callback',
    'https://tool.example./callback',
    'https:tool.example/callback',
    'https:/tool.example/callback',
    '//tool.example/callback',
    '/callback',
    'tool.example/callback',
    // Another host that looks like one of ours.
    'https://evil-own.example/cb',
    'https://evilown.example/cb',
    'https://own.example.evil.test/cb',
    'https://own.example.',
    'https://own.example%2eevil.test/',
    'https://own.example@evil.test/',
    'https://own.example:pw@evil.test/',
    'https://evil.test@own.example/',
    'https://@own.example/',
    'https://:@own.example/',
    'https://evil.test/https://own.example/',
    'https://evil.test?own.example/',
    'https://evil.test?.own.example',
    'https://evil.test#.own.example',
    'https://evil.test\\.own.example/',
    'https://evil.test\\@own.example/',
    'https:\\\\own.example/',
    'https://own.example\\/cb',
    'https://evil.test/.own.example',
    'https://evil.test%00.own.example/',
    'https://evil.test\0.own.example/',
    'https://*.own.example/',
    'https://own。example/',
    'https://ｏwn.example/',
    'https://оwn.example/',
    'https://xn--wn-emc.example/',
    'https://own.exam\tple/',
    'https://own.example/\n',
    ' https://own.example/',
    'https://own.example/ ',
    'https://own.example/a b',
    'https://example/',
    'https://.own.example/',
    'https://own..example/',
    // Own domains only by https.
    'http://own.example/cb',
    'http://api.gleaner.example/',
    'ftp://own.example/',
    'wss://own.example/',
    'javascript:alert(1)//https://own.example/',
    'javascript://own.example/%0aalert(1)',
    'data:text/html,own.example',
    'myapp://own.example/cb',
    'blob:https://own.example/x',
    'view-source:https://own.example/',
    // What the reply adds.
    'https://own.example/cb#',
    'https://own.example/cb#fragment',
    'https://own.example/cb?code=mine',
    'https://own.example/cb?x=1&%73tate=mine',
    'https://own.example/cb?iss=https%3A%2F%2Fevil.test',
    // This machine under other names.
    'http://0.0.0.0/cb',
    'http://[::2]/cb',
    'http://[0:0:0:0:0:0:0:1]/cb',
    'http://[::ffff:127.0.0.1]/cb',
    'http://127.0.0.2/cb',
    'http://127.1/cb',
    'http://2130706433/cb',
    'http://0x7f.0.0.1/cb',
    'http://localhost./cb',
    'http://evil.localhost/cb',
    'http://localhost.evil.test/cb',
    'http://localhost@evil.test/cb',
    'http://LOCALHOST/cb',
    '',
    `https://own.example/${'x'.repeat(2_048)}`,
  ])('%j', (uri) => expect([isAllowed(uri), isAllowed(uri, true)]).toEqual([false, false]))
})

describe('this machine, by any port', () => {
  test.each([
    'http://localhost/cb',
    'http://localhost:5678/rest/oauth2-credential/callback',
    'https://localhost:8443/cb',
    'https://127.0.0.1:8443/cb',
  ])('%s: in development only', (uri) => {
    expect([isAllowed(uri), isAllowed(uri, true)]).toEqual([false, true])
    expect(rules(false).allows(uri, [uri])).toBe(false)
    expect([registrationFault(uri, false), registrationFault(uri, true)]).toEqual([
      expect.stringContaining('127.0.0.1'),
      undefined,
    ])
  })

  test.each([
    ['http://127.0.0.1:3000/', 'http://127.0.0.1/'],
    ['http://127.0.0.1', 'http://127.0.0.1:8080/'],
    ['http://127.0.0.1:49152/cb?tenant=1', 'http://127.0.0.1/cb?tenant=1'],
    ['http://[::1]:49152/cb', 'http://[::1]/cb'],
  ])('%s: of a native client that has registered %s, in production too', (uri, registered) => {
    expect([isAllowed(uri), isAllowed(uri, true)]).toEqual([false, true])
    expect([registrationFault(registered, false), rules(false).allows(uri, [registered])]).toEqual([
      undefined,
      true,
    ])
  })

  test.each([
    ['http://127.0.0.1:3000/other', 'http://127.0.0.1/cb'],
    ['http://127.0.0.1:3000/cb?x=1', 'http://127.0.0.1/cb'],
    ['http://[::1]:3000/cb', 'http://127.0.0.1/cb'],
    ['https://127.0.0.1:3000/cb', 'http://127.0.0.1/cb'],
    ['http://localhost:3000/cb', 'http://127.0.0.1/cb'],
    ['http://127.0.0.1:3000/cb', 'http://localhost/cb'],
    ['https://tool.example:3000/callback', 'https://tool.example/callback'],
  ])('%s is not %s', (uri, registered) => {
    expect(rules(false).allows(uri, [registered])).toBe(false)
  })

  test('is no domain of the service, though the service is there', () => {
    const local = createRedirectRules({
      publicUrl: 'http://localhost:8080',
      ownDomains: [],
      isDevelopment: false,
    })
    for (const uri of ['https://localhost/', 'https://a.localhost/', 'http://localhost:8080/'])
      expect(local.allows(uri, [])).toBe(false)
  })
})

test('a fault is told with what to write instead', () => {
  expect(redirectUriFault('https://Tool.example:443/a/../b')).toContain('https://tool.example/b')
  expect(redirectUriFault('https://bücher.example/')).toContain('https://xn--bcher-kva.example/')
  expect(registrationFault('http://tool.example/', true)).toMatch(/https/)
})

test.each([
  [true, ['a.test', '*.a.test', 'A.Test', 'a-b.c_d.test', 'localhost']],
  [
    false,
    [
      '',
      'https://a.test',
      'a.test/x',
      'a b',
      '*',
      'a.*.test',
      'user@a.test',
      'a.test:80',
      '*.*.test',
      '.a',
      'a.',
    ],
  ],
])('domains of the service: %j', (expected, texts) => {
  for (const text of texts) expect([text, isDomain(text)]).toEqual([text, expected])
})
