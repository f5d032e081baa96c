import { describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import { readPage } from '../read/read-page.ts'
import { readSelected } from '../read/read-selected.ts'
import { compare } from './compare.ts'
import type { CompareSettings } from './settings.ts'

const page = (body: string, head = '<title>Anvils</title>') =>
  readPage(`<html><head>${head}</head><body>${body}</body></html>`)

function changesOf(before: string, after: string, settings: Partial<CompareSettings> = {}) {
  return compare(page(before), page(after), { mode: 'semantic', ...settings }).changes.map(
    ({ kind, before, after }) => [kind, before, after],
  )
}

const SHOP = `<nav><a href="/">Home</a><a href="/cart">Cart</a></nav><h1>Anvil</h1>
  <p class="price">$19.99</p><p class="stock">In stock</p><p>Made of iron. It weighs 20 kg.</p>
  <ul><li>Heavy</li><li>Loud</li><li>Durable</li></ul><table><tr><td>Weight</td><td>20 kg</td></tr></table>`

const LONG = 'The anvil is heavy. '.repeat(3_000)
const LINES = Array.from({ length: 3_000 }, (_, n) => `line ${n}\n`).join('')

describe('in the mode semantic', () => {
  test.each([
    ['a price', '$19.99', '$17.99', ['replaced', '$19.99', '$17.99']],
    ['stock', 'In stock', 'Sold out', ['replaced', 'In stock', 'Sold out']],
    [
      'a sentence',
      'It weighs 20 kg.',
      'It weighs a lot.',
      ['replaced', 'Made of iron. It weighs 20 kg.', 'Made of iron. It weighs a lot.'],
    ],
    ['an item', '<li>Loud</li>', '', ['removed', 'Loud', undefined]],
    [
      'a new item',
      '<li>Loud</li>',
      '<li>Loud</li><li>Expensive to send anywhere</li>',
      ['added', undefined, 'Expensive to send anywhere'],
    ],
    ['a link', '"/cart"', '"/basket"', ['replaced', '/cart', '/basket']],
    ['a cell', '<td>20 kg</td>', '<td>21 kg</td>', ['replaced', '20 kg', '21 kg']],
  ])('%s is told', (_, part, other, change) => {
    expect(changesOf(SHOP, SHOP.replace(part, other))).toEqual([change])
  })

  test.each([
    ['a date', 'Updated 24 November 2026', 'Updated 25 November 2026'],
    ['a date of a month with a longer name', 'Updated on May 12, 2026', 'Updated on October 7, 2026'],
    ['breaks in a long text', `<p>${LONG}</p>`, `<p>${LONG.replace('. The', '.</p><p>The')}</p>`],
    ['a date without a year', 'Updated Nov 24', 'Updated Nov 25'],
    ['a clock', 'It is 12:03:44 UTC', 'It is 12:04:01 UTC'],
    ['an age', 'posted 5 minutes ago', 'posted 2 hours ago'],
    ['an age in German', 'vor 5 Minuten', 'vor 1 Stunde'],
    ['an age in Japanese', '5分前', '12分前'],
    ['a countdown', 'ends in 02h 14m 33s', 'ends in 02h 14m 31s'],
    ['views', '1,234 views', '1,301 views'],
    ['views before their number', 'Views: 999', 'Views: 1,000'],
    ['watchers', '17 people are viewing this', '23 people are viewing this'],
    ['a token', 'Request 9f86d081884c7d659a2feaa0c55ad015', 'Request 60303ae22b998861bce3b28f33eec1be'],
    ['a year of copyright', '© 2025 Anvils', '© 2026 Anvils'],
    ['a session in a link', '<a href="/a?sid=1a2b">a</a>', '<a href="/a?sid=9z8y">a</a>'],
    ['order', '<p>one</p><p>two</p><p>three</p>', '<p>three</p><p>one</p><p>two</p>'],
    ['order of attributes', '<a class="x" href="/a">a</a>', '<a href="/a" class="x">a</a>'],
    ['boxes around', '<p>one</p><p>two</p>', '<section><div><p>one</p></div><div><p>two</p></div></section>'],
    ['lines broken otherwise', '<p>one two</p><p>three</p>', '<p>one</p><p>two three</p>'],
    ['signs between pieces of a line', '<p>one | two/three</p>', '<p>one</p><p>two/three</p>'],
    ['a short date', 'Updated 24.11.26', 'Updated 25.11.26'],
    [
      'an advertisement',
      '<div class="ad-slot"><a href="/x">Buy soap</a></div>',
      '<div class="ad-slot"><a href="/y">Buy hats</a></div>',
    ],
    ['a numbered one', '<div id="ad300x250">Buy soap</div>', '<div id="ad300x250">Buy hats</div>'],
    [
      'what is labelled as one',
      '<ul><li><p>Sponsored</p><p>Soap</p></li><li>a</li><li>b</li></ul>',
      '<ul><li><p>Sponsored</p><p>Hats</p></li><li>a</li><li>b</li></ul>',
    ],
  ])('%s is no change', (_, before, after) => {
    expect(changesOf(SHOP + before, SHOP + after)).toEqual([])
    expect(changesOf(SHOP + after, SHOP + before)).toEqual([])
  })

  test.each([
    ['opening hours', '9:00 – 17:00', '10:00 – 18:00'],
    ['what is left', 'Only 4 left in stock', 'Only 3 left in stock'],
    ['reviews of a product', '128 reviews', '129 reviews'],
    ['a version', 'Version 10.1.55 of 2 June 2026', 'Version 10.1.60 of 20 September 2026'],
    ['a chapter', '<h2>2.5.10 Drivers</h2>', '<h2>2.5.11 Drivers</h2>'],
    ['a sign within an address', 'Redirect "http://example.com"', 'Redirect "http://example.com/"'],
    ['a range', 'for 10–20 people', 'for 1020 people'],
    ['the end of a long text', `${LONG} it is red.`, `${LONG} it is blue.`],
    ['a line of a program', `<pre>${LINES}last = 1\n</pre>`, `<pre>${LINES}last = 2\n</pre>`],
    [
      'a box named by a hash',
      '<div id="a41_b3ad7f"><p>Line 380</p></div>',
      '<div id="a41_b3ad7f"><p>Line 386</p></div>',
    ],
    ['a generation', 'Anvil Gen 3', 'Anvil Gen 4'],
    ['a video', '<a href="/watch?v=dQw4w9WgXcQ">x</a>', '<a href="/watch?v=oHg5SJYRHA0">x</a>'],
  ])('%s is one', (_, before, after) => {
    expect(changesOf(SHOP + before, SHOP + after)).toHaveLength(1)
  })
})

describe('in the mode exact', () => {
  test('everything that is seen counts, and its order', () => {
    expect(changesOf('<p>5 views</p>', '<p>6 views</p>', { mode: 'exact' })).toHaveLength(1)
    const [one, two] = ['<p>a</p><p>b</p><p>c</p>', '<p>b</p><p>c</p><p>a</p>']
    expect(changesOf(one, two, { mode: 'exact' })).toEqual([['moved', 'a', 'a']])
    expect(changesOf(one, two, { mode: 'exact', ignore_order: true })).toEqual([])
    expect(changesOf('<img src="/a.png">', '<img src="/b.png">', { mode: 'exact' })).toHaveLength(1)
  })

  test('nothing that nobody sees counts', () => {
    expect(
      changesOf('<p>a</p><script>1</script><p hidden>b</p>', '<p>a</p><script>2</script><p hidden>c</p>', {
        mode: 'exact',
      }),
    ).toEqual([])
  })
})

describe('filters', () => {
  const [before, after] = [
    '<p>red</p><p>price 5</p>',
    '<p>blue sky is new</p><p>price 6</p><p>green tea came along</p>',
  ]

  test('leave kinds out', () => {
    const kinds = (only: CompareSettings['only']) => changesOf(before, after, { only }).map(([kind]) => kind)
    expect(kinds(['removed'])).toEqual([])
    expect(new Set(kinds(['added']))).toEqual(new Set(['added']))
    expect(kinds(['replaced'])).toContain('replaced')
  })

  test('ignored text is neither compared nor told', () => {
    const ignore = [{ contains: 'secret' }, { matches: 'code-[0-9]+' }]
    expect(changesOf('<p>a secret code-1</p>', '<p>a code-2</p>', { ignore })).toEqual([])
    const [change] = changesOf('<p>a secret code-1</p>', '<p>b code-2 secret</p>', { ignore })
    expect(change).toEqual(['replaced', 'a', 'b'])
  })

  test('conditions hold for all changes together', () => {
    const settings = (conditions: CompareSettings['conditions']) =>
      changesOf(before, after, { conditions }).length
    expect(settings({ min_changes: 3 })).toBe(3)
    expect(settings({ min_changes: 4 })).toBe(0)
    expect(settings({ min_words: 100 })).toBe(0)
    expect(settings({ min_percent: 99 })).toBe(0)
    expect(settings({ contains: ['green'] })).toBe(3)
    expect(settings({ contains: ['purple'] })).toBe(0)
  })
})

test('selectors find what they name, and tell it under their name', () => {
  const read = (html: string) => readSelected(html, { price: '.price', stock: '.stock' })
  const after = SHOP.replace('$19.99', '$5').replace('Loud', 'Quiet')
  const { changes } = compare(read(SHOP), read(after), { mode: 'exact' })
  expect(changes).toEqual([
    { kind: 'replaced', what: 'text', section: 'price', before: '$19.99', after: '$5' },
  ])
})

test('a reading is the same as itself, whatever it holds', () => {
  const piece = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.constantFrom('<p>', '</p>', '<li>', '<a href=x>', '</a>', '<td>', '1,2 views', '<br>'),
  )
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 60 }),
      fc.constantFrom('exact' as const, 'semantic' as const),
      (pieces, mode) => {
        const html = pieces.join('')
        expect(compare(readPage(html), readPage(html), { mode }).changed).toBe(false)
      },
    ),
  )
})

test.each([
  [
    'lines that all differ',
    (n: number) => Array.from({ length: 30_000 }, (_, i) => `<p>${n}x${i * n}</p>`).join(''),
  ],
  ['one line again and again', (n: number) => '<li>same</li>'.repeat(30_000 + n)],
  ['one long word', (n: number) => `<p>${'a1'.repeat(200_000)}${n}</p>`],
  ['one long line', (n: number) => `<p>${'word and '.repeat(50_000)}${n}</p>`],
  ['numbers', (n: number) => `<p>${`1${n} `.repeat(100_000)}</p>`],
  ['dates', (n: number) => `<p>${`2026-11-2${n} `.repeat(50_000)}</p>`],
  ['links that do not close', (n: number) => `<a href=x${n}>a`.repeat(30_000)],
])('hostile pages cost little more than their size: %s', (_, make) => {
  const cpu = process.cpuUsage()
  const [before, after] = [readPage(make(1)), readPage(make(2))]
  for (const mode of ['exact', 'semantic'] as const) compare(before, after, { mode })
  const { user } = process.cpuUsage(cpu)
  expect(user / 1_000).toBeLessThan(4_000)
})
