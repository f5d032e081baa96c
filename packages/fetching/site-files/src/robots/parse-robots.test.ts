import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@jest/globals'
import { MAX_ROBOTS_BYTES, parseRobots } from './parse-robots.ts'
import { createRobotsPolicy } from './robots-policy.ts'

interface GoogleCase {
  test: string
  robots: string
  agent: string
  url: string
  allowed: boolean
}

const file = new URL('./fixtures/google-cases.json.gz', import.meta.url)
const cases = JSON.parse(gunzipSync(readFileSync(file)).toString()) as GoogleCase[]

const read = (text: string, tokens = ['Gleaner']) => parseRobots(Buffer.from(text), tokens)
const allows = (text: string, url: string) => read(text).isAllowed(url)

test("all of Google's 142 cases hold", () => {
  expect(cases).toHaveLength(142)
  const wrong = cases.filter(
    ({ robots, agent, url, allowed }) => read(robots, [agent]).isAllowed(url) !== allowed,
  )
  expect(wrong).toEqual([])
})

test.each([
  ['\ufeff', 'a byte order mark'],
  ['\r\n\r\n', 'empty lines'],
])('the beginning %j is passed over', (start) => {
  expect(allows(`${start}User-agent: *\r\nDisallow: /a`, 'https://a.test/a')).toBe(false)
})

test('a file in UTF-16 is read', () => {
  const bytes = Buffer.from('\ufeffUser-agent: *\nDisallow: /ü', 'utf16le')
  expect(parseRobots(bytes, ['Gleaner']).isAllowed(new URL('https://a.test/ü').href)).toBe(false)
  expect(parseRobots(bytes.swap16(), ['Gleaner']).isAllowed(new URL('https://a.test/ü').href)).toBe(false)
})

test('bytes that are no UTF-8 forbid just what they name', () => {
  const bytes = Buffer.from('User-agent: *\nDisallow: /caf\xe9\nDisallow: /b', 'latin1')
  const robots = parseRobots(bytes, ['Gleaner'])
  expect(robots.isAllowed('https://a.test/caf%e9')).toBe(false)
  expect(robots.isAllowed('https://a.test/caf')).toBe(true)
  expect(robots.isAllowed('https://a.test/b')).toBe(false)
})

test('the group that names us counts in place of the one for all', () => {
  const text = 'User-agent: *\nDisallow: /\n\nUser-agent: gleaner/2.0\nDisallow: /private'
  expect(allows(text, 'https://a.test/')).toBe(true)
  expect(allows(text, 'https://a.test/private/x')).toBe(false)
})

test('the delay of our group counts, up to 30 s, and ends a list of agents as every rule does', () => {
  const text = 'User-agent: *\nCrawl-delay: 2.5\n\nUser-agent: BadBot\nDisallow: /'
  expect(read(text).crawlDelayMs).toBe(2500)
  expect(allows(text, 'https://a.test/')).toBe(true)
  expect(read('User-agent: *\nCrawl-delay: 86400').crawlDelayMs).toBe(30_000)
  for (const value of ['', '-1', 'slow', '1e9', 'NaN'])
    expect(read(`User-agent: *\nCrawl-delay: ${value}`).crawlDelayMs).toBeUndefined()
})

test('sitemaps are listed wherever they stand, and close no group', () => {
  const robots = read(
    'Sitemap: https://a.test/one.xml\nUser-agent: *\nSite-map: https://a.test/zwei-ü.xml\nDisallow: /a',
  )
  expect(robots.sitemaps).toEqual(['https://a.test/one.xml', 'https://a.test/zwei-ü.xml'])
  expect(robots.isAllowed('https://a.test/a')).toBe(false)
})

test('what comes after 500 KiB is not read, nor half of the line that is there', () => {
  const head = 'User-agent: *\nDisallow: /early\n'
  const filler = `#${'x'.repeat(MAX_ROBOTS_BYTES - head.length - 14)}\n`
  const text = `${head}${filler}Disallow: /only/this/directory\n`
  expect(allows(text, 'https://a.test/early')).toBe(false)
  expect(allows(text, 'https://a.test/only/this/directory')).toBe(true)
  expect(allows(text, 'https://a.test/other')).toBe(true)
})

test('rules can be stored and opened again', () => {
  const { rules, sitemaps, crawlDelayMs } = read('User-agent: *\nDisallow: /a\nAllow: /a/b\nCrawl-delay: 1')
  const again = createRobotsPolicy(JSON.parse(JSON.stringify({ rules, sitemaps, crawlDelayMs })))
  expect(again).toMatchObject({ crawlDelayMs: 1000, disallowedPaths: ['/a'] })
  expect([again.isAllowed('https://a.test/a'), again.isAllowed('https://a.test/a/b')]).toEqual([false, true])
})

test('a page in place of a robots.txt forbids nothing', () => {
  const page = '<!doctype html><title>Not found</title><p>User-agent: * is what you look for? Disallow: /'
  expect(allows(page, 'https://a.test/')).toBe(true)
})

test('patterns made to be slow are matched without ever going back', () => {
  const stars = `${'*a'.repeat(5000)}*b`
  const url = `https://a.test/${'a'.repeat(8000)}`
  expect(allows(`User-agent: *\nDisallow: /${stars}`, url)).toBe(true)
  expect(allows(`User-agent: *\nDisallow: /${'*'.repeat(10_000)}`, url)).toBe(false)
})

test('a file whose patterns take too long to compare forbids the URL', () => {
  const rules = Array.from({ length: 20_000 }, (_, index) => `Disallow: *z${index}$`)
  const text = `User-agent: *\n${rules.join('\n')}`
  expect(allows(text, `https://a.test/${'a'.repeat(2000)}`)).toBe(false)
  expect(allows(text, 'https://a.test/a')).toBe(true)
})
