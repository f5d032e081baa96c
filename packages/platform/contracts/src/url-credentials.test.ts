import { describe, expect, test } from '@jest/globals'
import {
  hasUrlCredentials,
  maskUrlCredentials,
  splitUrlCredentials,
  withMaskedCredentials,
} from './url-credentials.ts'

const basic = (login: string | Buffer) => `Basic ${Buffer.from(login).toString('base64')}`

describe('an address with a login', () => {
  test.each<[string, string, string | Buffer]>([
    ['http://ann:secret@example.com/a?b#c', 'http://example.com/a?b#c', 'ann:secret'],
    ['https://ann@example.com:8443/', 'https://example.com:8443/', 'ann:'],
    ['http://:secret@example.com/', 'http://example.com/', ':secret'],
    ['http://ann:@example.com/', 'http://example.com/', 'ann:'],
    ['http://a%40b:p%3Ass%2Fw%25%20d@example.com/', 'http://example.com/', 'a@b:p:ss/w% d'],
    ['http://jürgen:pässwörd€@example.com/', 'http://example.com/', 'jürgen:pässwörd€'],
    ['http://j%C3%BCrgen:p%C3%A4ss@example.com/', 'http://example.com/', 'jürgen:päss'],
    ['http://%ff:%FE@example.com/', 'http://example.com/', Buffer.from([0xff, 0x3a, 0xfe])],
    ['http://50%:100%zz@example.com/', 'http://example.com/', '50%:100%zz'],
    ['http://ann:b@c@d@example.com/', 'http://example.com/', 'ann:b@c@d'],
    ['http://ann:se:cr:et@example.com/', 'http://example.com/', 'ann:se:cr:et'],
    ['http:\\\\ann:secret@example.com\\x', 'http://example.com/x', 'ann:secret'],
    ['http:ann:secret@example.com', 'http://example.com/', 'ann:secret'],
    ['HTTP://ann:my secret@EXAMPLE.com', 'http://example.com/', 'ann:my secret'],
    ['http://ann:%0D%0AX-Evil:1@example.com/', 'http://example.com/', 'ann:\r\nX-Evil:1'],
  ])('%s gives it up', (text, url, login) => {
    expect(splitUrlCredentials(text)).toEqual({ url, authorization: basic(login) })
    expect(hasUrlCredentials(text)).toBe(true)
    expect(hasUrlCredentials(url)).toBe(false)
    const shown = url.replace('//', '//***@')
    expect(maskUrlCredentials(text)).toBe(shown)
    expect(maskUrlCredentials(shown)).toBe(shown)
    expect(withMaskedCredentials(url)).toBe(shown)
  })

  test.each([
    'http://example.com/',
    'HTTP://EXAMPLE.com/@ann:secret@x',
    'http://example.com/?next=http://ann:secret@other.example/',
    'http://example.com/#ann@x',
    'http://@example.com/',
    'http://:@example.com/',
    'not @ URL',
  ])('%s holds none, and stays as it was given', (text) => {
    expect(splitUrlCredentials(text)).toEqual({ url: text, authorization: undefined })
    expect(maskUrlCredentials(text)).toBe(text)
    expect(hasUrlCredentials(text)).toBe(false)
  })
})
