import { expect, test } from '@jest/globals'
import { readAddress } from '../settings/address.ts'
import { resolveTarget } from '../settings/resolve.ts'
import { pageAddress } from './page-address.ts'
import { readCsv } from './read-csv.ts'
import { formatOf, readEntries } from './read-entries.ts'
import { readPeriod } from './read-period.ts'

test.each<[string, string, (string | null)[]]>([
  ['a.txt', 'https://a.example/\n\n# no\n b.example/x \n', ['https://a.example/', 'https://b.example/x']],
  ['a.csv', 'name,URL\n"x, y","https://a.example/?a=1,2"\nz,nope nope\n', ['https://a.example/?a=1,2', null]],
  ['a.csv', 'url;note\r\nhttps://a.example/;"two\nlines"\r\nhttps://b.example/;x', ['https://a.example/', 'https://b.example/']],
  ['a.csv', 'https://a.example/,x\nhttps://b.example/,y', ['https://a.example/', 'https://b.example/']],
  ['a.jsonl', '{"url":"https://a.example/","timeout":9}\n{"url":7}\nnot json\n"https://b.example/"', ['https://a.example/', null, null, 'https://b.example/']],
  ['a.json', '["https://a.example/",{"url":"https://b.example/"}]', ['https://a.example/', 'https://b.example/']],
  ['-', '\ufeffurl,x\nhttps://a.example/,1', ['https://a.example/']],
  ['-', 'a.example\nftp://b.example/', ['https://a.example', null]],
])('%s: %j', (name, text, expected) => {
  const { entries, faults } = readEntries(text, formatOf(name, text.replace('\ufeff', '')))
  expect(entries.map(({ url }) => url)).toEqual(expected.filter((url) => url !== null))
  expect(faults).toHaveLength(expected.filter((url) => url === null).length)
}) // biome-ignore format: a table

test('a line that is none is told with its number, and what an entry says beside its address is kept', () => {
  const csv = 'url,external_id\nhttps://a.example/,7\n\nnot one,8\n'
  const { entries, faults } = readEntries(csv, 'csv')
  expect(entries).toEqual([{ url: 'https://a.example/', external_id: '7' }])
  expect(faults).toEqual([{ line: 4, text: 'not one,8', reason: 'its url is no http or https address' }])
  expect(readCsv('a,"b ""c"""\n')).toEqual([{ line: 1, cells: ['a', 'b "c"'] }])
})

test.each([
  ['example.com', 'https://example.com'],
  ['example.com:8080/a?b', 'https://example.com:8080/a?b'],
  ['localhost:9/x', 'http://localhost:9/x'],
  ['127.0.0.1/x', 'http://127.0.0.1/x'],
  ['HTTP://a.example', 'HTTP://a.example'],
  ['ftp://a.example', undefined],
  ['javascript:alert(1)', undefined],
  ['a b.example', undefined],
  ['file', undefined],
  ['http://', undefined],
])('the page %s is %s', (text, address) => {
  expect(pageAddress(text)).toBe(address)
})

test('a period has a unit', () => {
  expect([readPeriod('30s'), readPeriod('10m'), readPeriod('1d')]).toEqual([30, 600, 86_400])
  for (const wrong of ['10', 'm', '0s', '1.5h', '-1m']) expect(() => readPeriod(wrong)).toThrow('It must be')
})

test('the address of a server is written in one way', () => {
  expect(readAddress('scrape.example.com/')).toBe('https://scrape.example.com')
  expect(readAddress('http://localhost:8080/api/v1/')).toBe('http://localhost:8080')
  expect(readAddress('localhost:8080')).toBe('http://localhost:8080')
  expect(readAddress('https://example.com/gleaner/')).toBe('https://example.com/gleaner')
  for (const wrong of ['', 'ftp://a', 'https://u:p@a.example', 'a b'])
    expect(() => readAddress(wrong)).toThrow('is no address')
})

test('the key of a profile is sent to its own server alone', () => {
  const config = {
    current: 'one',
    profiles: {
      one: { url: 'https://one.example', key: 'sk_live_1' },
      two: { url: 'https://two.example', key: 'sk_live_2' },
    },
  }
  const of = (flags: object, env = {}) => {
    const { url, key } = resolveTarget(flags, env, config)
    return [url, key]
  }
  expect(of({})).toEqual(['https://one.example', 'sk_live_1'])
  expect(of({ profile: 'two' })).toEqual(['https://two.example', 'sk_live_2'])
  expect(of({ url: 'two.example' })).toEqual(['https://two.example', 'sk_live_2'])
  expect(of({ url: 'https://three.example' })).toEqual(['https://three.example', undefined])
  expect(of({}, { GLEANER_URL: 'https://three.example' })).toEqual(['https://three.example', undefined])
  expect(of({}, { GLEANER_API_KEY: 'sk_live_e' })).toEqual(['https://one.example', 'sk_live_e'])
  expect(of({ key: 'sk_live_f' }, { GLEANER_API_KEY: 'sk_live_e' })).toEqual([
    'https://one.example',
    'sk_live_f',
  ])
  expect(() => of({ profile: 'none' })).toThrow('There is no profile')
  expect(() => of({ profile: 'one', url: 'https://two.example' })).toThrow('is of https://one.example')
})
