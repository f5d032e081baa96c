import { cookiesOfHost } from '@gleaner/cookie-rules'
import { describe, expect, test } from '@jest/globals'
import type { BrowserOptions, FetchRequest } from './fetcher.ts'
import {
  hasLogin,
  isPersonalRequest,
  isPersonalResponse,
  mayShareConnections,
  mayShareContext,
} from './isolation.ts'
import { createBodyMemory } from './read-body/body-memory.ts'

const PLAIN: FetchRequest = { url: 'https://harbour.example/a?b=1', method: 'GET', maxBytes: 1_000 }

type Sample<T> = { [Field in keyof Required<T>]: { harmless?: T[Field][]; personal?: T[Field][] } }

/** Every field there is, or this file does not compile: who adds one has to decide. */
const FIELDS: Sample<FetchRequest> = {
  url: {
    harmless: ['http://harbour.example/', 'https://harbour.example/@ann?q=a:b@c'],
    personal: [
      'https://ann:secret@harbour.example/',
      'https://ann@harbour.example/',
      'https://:secret@harbour.example/',
      'no address',
    ],
  },
  mode: { harmless: ['auto', 'js', undefined] },
  takesFiles: { harmless: [true, undefined] },
  method: { harmless: ['GET'], personal: ['POST', 'PUT', 'PATCH', 'DELETE'] },
  body: { harmless: [undefined], personal: ['a', ''] },
  contentType: { harmless: [undefined], personal: ['text/plain'] },
  cookies: { harmless: [[], undefined], personal: [cookiesOfHost('harbour.example', { a: '1' })] },
  storage: {
    harmless: [[], undefined],
    personal: [[{ origin: 'https://harbour.example', local: [['a', '1']], session: [] }]],
  },
  headersDomain: { harmless: [undefined], personal: ['harbour.example'] },
  httpsOnly: { personal: [true] },
  keepsCookies: { harmless: [undefined], personal: [true] },
  takesWalls: { harmless: [undefined], personal: [true] },
  headers: { harmless: [{}, undefined], personal: [{ 'x-a': '1' }, { Authorization: 'Bearer a' }] },
  authorization: { harmless: [undefined], personal: ['Basic YTpi'] },
  share: { harmless: ['an account', undefined] },
  memory: { harmless: [undefined, createBodyMemory({ megabytes: 1, maxBytes: 1 }).open('an account')] },
  country: { harmless: ['JP'] },
  language: { harmless: ['fr'] },
  languages: { harmless: [['fr']] },
  prefersMarkdown: { harmless: [true] },
  tellsRequestHeaders: { harmless: [true] },
  keepsRedirects: { harmless: [true] },
  userAgent: { harmless: [undefined], personal: ['Mozilla/5.0'] },
  proxy: { harmless: [undefined], personal: ['http://127.0.0.1:1', 'http://ann:secret@127.0.0.1:1'] },
  browser: { harmless: [{ removeCookieBanners: true }] },
  site: { harmless: [undefined], personal: [() => undefined] },
  keepGap: { harmless: [undefined, async () => {}] },
  maxBytes: { harmless: [5] },
}

const OPTIONS: Sample<BrowserOptions> = {
  waitCondition: { harmless: ['load'] },
  waitFor: { harmless: ['#a', 5] },
  waitForTimeoutMs: { harmless: [5] },
  removeCookieBanners: { harmless: [true, false] },
  scrollCount: { harmless: [5] },
  blockImages: { harmless: [true] },
  blockAds: { harmless: [true] },
  mobile: { harmless: [true] },
  screenshotOfWindow: { harmless: [true] },
  viewport: { harmless: [undefined], personal: [{ width: 800, height: 600 }] },
  screenshot: { harmless: [false], personal: [true] },
  pdf: { harmless: [false], personal: [true] },
  captureXhr: { harmless: [true] },
  actions: { harmless: [[]], personal: [[{ type: 'wait', ms: 1 }]] },
}

const samples = (kind: 'harmless' | 'personal') => [
  ...Object.entries(FIELDS).flatMap(([field, values]) =>
    (values[kind] ?? []).map((value): [string, unknown, FetchRequest] => [
      field,
      value,
      { ...PLAIN, [field]: value },
    ]),
  ),
  ...Object.entries(OPTIONS).flatMap(([field, values]) =>
    (values[kind] ?? []).map((value): [string, unknown, FetchRequest] => [
      `browser.${field}`,
      value,
      { ...PLAIN, browser: { removeCookieBanners: true, [field]: value } },
    ]),
  ),
]

describe('a window', () => {
  test.each(samples('harmless'))('is shared by requests with %s %j', (_field, _value, request) => {
    expect(mayShareContext(request)).toBe(true)
  })
  test.each(samples('personal'))('is not shared by a request with %s %j', (_field, _value, request) => {
    expect(mayShareContext(request)).toBe(false)
  })
})

describe('what nobody decided about', () => {
  test.each(['clientCertificate', 'permissions', 'session', 'constructor', '__proto__x'])(
    '%s is personal',
    (field) => {
      const unknown = { ...PLAIN, [field]: 'something' }
      expect([mayShareContext(unknown), mayShareConnections(unknown)]).toEqual([false, false])
      const option = { ...PLAIN, browser: { removeCookieBanners: true, [field]: 'something' } }
      expect(mayShareContext(option)).toBe(false)
    },
  )
})

describe('connections', () => {
  test('of one proxy route are shared whatever a browser would be asked, and by nothing else that is personal', () => {
    const proxied = { ...PLAIN, proxy: 'http://ann:secret@127.0.0.1:1' }
    expect(mayShareConnections({ ...proxied, browser: { removeCookieBanners: true, pdf: true } })).toBe(true)
    const personal = samples('personal').filter(
      ([field]) => field !== 'proxy' && !field.startsWith('browser'),
    )
    for (const [field, , request] of personal)
      expect([field, mayShareConnections(request)]).toEqual([field, false])
  })
})

describe('what a visit shows', () => {
  test.each([{ Authorization: 'Bearer a' }, { 'proxy-AUTHORIZATION': 'Basic a' }])(
    'a request with %j is personal',
    (headers) => expect(isPersonalRequest(headers as never)).toBe(true),
  )

  test.each([
    { 'WWW-Authenticate': 'Negotiate' },
    { 'proxy-authenticate': 'NTLM' },
    { 'Accept-CH': 'DPR' },
    { Location: 'https://ann:secret@harbour.example/' },
    { location: '//ann@harbour.example/' },
  ])('a response with %j is personal', (headers) => expect(isPersonalResponse(headers as never)).toBe(true))

  test.each([
    { location: '/@ann' },
    { location: 'https://harbour.example/?to=ann@island.example' },
    { 'set-cookie': 'a=1' },
  ])('a response with %j is not', (headers) => expect(isPersonalResponse(headers as never)).toBe(false))

  test('an address that cannot be read counts as one with a login', () => {
    expect(hasLogin('https://[')).toBe(true)
  })
})
