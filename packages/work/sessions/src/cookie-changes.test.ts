import type { Cookie } from '@gleaner/cookie-rules'
import { describe, expect, test } from '@jest/globals'
import { applyChanges, cookieChanges } from './cookie-changes.ts'

const DOMAIN = 'shop.harbour.example'
const NOW = Date.UTC(2026, 10, 22)
const DAY = 86_400_000

function cookie(name: string, value = '1', more: Partial<Cookie> = {}): Cookie {
  return { name, value, domain: DOMAIN, hostOnly: false, path: '/', httpOnly: false, secure: true, ...more }
}
/** As a cookie is kept that came as a name and a value. */
const plain = (name: string, value = '1') => cookie(name, value, { secure: undefined })

function changed(sent: Cookie[], ended: Cookie[]) {
  const { set, removed } = cookieChanges(sent, ended, DOMAIN, NOW)
  return {
    set: set.map(({ name, value, domain }) => `${name}=${value} ${domain}`),
    removed: removed.map(({ name }) => name),
  }
}

describe('what a fetch has changed', () => {
  const old = cookie('sid', 'old')
  test.each<[string, Cookie[], Cookie[], string[], string[]]>([
    ['is nothing where nothing was set', [old], [old], [], []],
    ['is a new value', [old], [cookie('sid', 'new')], ['sid=new shop.harbour.example'], []],
    ['is a new cookie', [old], [old, cookie('cart')], ['cart=1 shop.harbour.example'], []],
    ['is a cookie that is gone', [old, cookie('cart')], [old], [], ['cart']],
    ['is nothing where none is left, or none is told', [old, cookie('cart')], [], [], []],
    [
      'is a cookie of the same name for another path',
      [old],
      [old, cookie('sid', 'x', { path: '/shop' })],
      ['sid=x shop.harbour.example'],
      [],
    ],
    [
      'is what a subdomain sets',
      [old],
      [old, cookie('a', '1', { domain: 'app.shop.harbour.example', hostOnly: true })],
      ['a=1 app.shop.harbour.example'],
      [],
    ],
    [
      'is nothing that another site sets',
      [old],
      [old, cookie('ads', '1', { domain: 'ads.example' })],
      [],
      [],
    ],
    [
      'is nothing that a look-alike sets',
      [old],
      [old, cookie('sid', 'x', { domain: 'evilshop.harbour.example' })],
      [],
      [],
    ],
    [
      'is, of a cookie of the parent domain, what reaches the session',
      [old],
      [old, cookie('sid', 'new', { domain: 'harbour.example' })],
      ['sid=new shop.harbour.example'],
      [],
    ],
    [
      'is nothing that only the parent host is sent',
      [old],
      [old, cookie('sid', 'new', { domain: 'harbour.example', hostOnly: true })],
      [],
      [],
    ],
    [
      'is no attribute that a tier does not tell',
      [plain('sid')],
      [cookie('sid', '1', { httpOnly: true })],
      [],
      [],
    ],
    [
      'is a later end',
      [cookie('sid', '1', { expiresAt: NOW + DAY })],
      [cookie('sid', '1', { expiresAt: NOW + 2 * DAY })],
      ['sid=1 shop.harbour.example'],
      [],
    ],
    [
      'is a later end, however late',
      [cookie('sid', '1', { expiresAt: NOW + 450 * DAY })],
      [cookie('sid', '1', { expiresAt: NOW + 500 * DAY })],
      ['sid=1 shop.harbour.example'],
      [],
    ],
    [
      'is an earlier end that no browser has made',
      [cookie('sid', '1', { expiresAt: NOW + 500 * DAY })],
      [cookie('sid', '1', { expiresAt: NOW + 398 * DAY })],
      ['sid=1 shop.harbour.example'],
      [],
    ],
    [
      'is an end where there was none, or none where there was one',
      [cookie('a'), cookie('b', '1', { expiresAt: NOW + DAY })],
      [cookie('a', '1', { expiresAt: NOW + DAY }), cookie('b')],
      ['a=1 shop.harbour.example', 'b=1 shop.harbour.example'],
      [],
    ],
    [
      'is no part of a second',
      [cookie('sid', '1', { expiresAt: NOW + DAY })],
      [cookie('sid', '1', { expiresAt: NOW + DAY + 1_999 })],
      [],
      [],
    ],
    [
      'is no end that a browser has brought forward',
      [cookie('sid', '1', { expiresAt: NOW + 3650 * DAY })],
      [cookie('sid', '1', { expiresAt: NOW + 400 * DAY })],
      [],
      [],
    ],
    [
      'is nothing that could not be sent again',
      [],
      [cookie('a', 'b\nc'), cookie('n m'), cookie('a', 'b; c=d'), cookie('big', 'x'.repeat(5000))],
      [],
      [],
    ],
  ])('%s', (_, sent, ended, set, removed) => {
    expect(changed(sent, ended)).toEqual({ set, removed })
  })
})

describe('stored cookies', () => {
  test('keep what others have changed meanwhile', () => {
    const stored = [cookie('sid', 'theirs'), cookie('new', 'theirs'), cookie('gone')]
    const changes = { set: [cookie('cart', 'mine')], removed: [cookie('gone')] }
    expect(applyChanges(stored, changes).map(({ name, value }) => [name, value])).toEqual([
      ['sid', 'theirs'],
      ['new', 'theirs'],
      ['cart', 'mine'],
    ])
  })

  test("give way where they came as a name and a value, and the target's own is of another host", () => {
    const own = cookie('sid', 'new', { domain: 'app.shop.harbour.example', hostOnly: true })
    expect(applyChanges([plain('sid', 'old'), plain('other')], { set: [own], removed: [] })).toEqual([
      plain('other'),
      own,
    ])
    const said = cookie('sid', 'old')
    expect(applyChanges([said], { set: [own], removed: [] })).toEqual([said, own])
  })

  test('hold 128 KB at most, with their names; what is more is left out', () => {
    const big = (name: string, length: number) => cookie(name, 'x'.repeat(length))
    const stored = [big('stored', 128 * 1024 - 20)]
    const names = (...set: Cookie[]) =>
      applyChanges(stored, { set, removed: [] }).map(({ name, value }) => `${name} ${value.length}`)
    const kept = `stored ${128 * 1024 - 20}`
    expect(names(big('fits', 10))).toEqual([kept, 'fits 10'])
    expect(names(big('more', 11))).toEqual([kept])
    // What it takes the place of makes room.
    expect(names(big('stored', 128 * 1024 - 6))).toEqual([`stored ${128 * 1024 - 6}`])
    expect(names(big('stored', 128 * 1024 - 5))).toEqual([kept])
  })

  test('are a hundred at most, and those that are there go first', () => {
    const stored = Array.from({ length: 100 }, (_, n) => cookie(`c${n}`))
    const changes = { set: [cookie('more'), cookie('c0', 'new')], removed: [cookie('c1')] }
    const after = applyChanges(stored, { ...changes, set: [...changes.set, cookie('too-many')] })
    expect(after).toHaveLength(100)
    expect(after[0]).toMatchObject({ name: 'c0', value: 'new' })
    expect(after.map(({ name }) => name)).not.toContain('too-many')
  })
})
