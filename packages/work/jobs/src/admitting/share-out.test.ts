import { expect, test } from '@jest/globals'
import { shareOut } from './share-out.ts'

const share = (more: Partial<Parameters<typeof shareOut>[0]>) =>
  shareOut({
    lanes: hosts('a', 'b', 'c'),
    underWay: new Map(),
    mostOf: () => 100,
    room: 6,
    roomAt: () => 100,
    ...more,
  }).map(({ lane, items }) => ({ line: lane.line, items }))

const hosts = (...names: string[]) =>
  names.map((host) => ({ line: host, payer: '', host, tier: '1' as const }))

test('each place goes to the host with the fewest items under way', () => {
  expect(share({})).toEqual([
    { line: 'a', items: 2 },
    { line: 'b', items: 2 },
    { line: 'c', items: 2 },
  ])
  expect(share({ underWay: new Map(Object.entries({ a: 5, b: 1 })) })).toEqual([
    { line: 'b', items: 3 },
    { line: 'c', items: 3 },
  ])
})

test('of equals the first goes first', () => {
  expect(share({ room: 1 })).toEqual([{ line: 'a', items: 1 }])
  expect(share({ room: 1, lanes: hosts('c', 'a') })).toEqual([{ line: 'c', items: 1 }])
})

test('a host that has what it may have gets no more, and nobody gets its part', () => {
  expect(share({ underWay: new Map([['a', 3]]), mostOf: () => 3 })).toEqual([
    { line: 'b', items: 3 },
    { line: 'c', items: 3 },
  ])
  expect(share({ mostOf: () => 1 }).map(({ items }) => items)).toEqual([1, 1, 1])
})

test('nothing is admitted without room, or without work', () => {
  expect(share({ room: 0 })).toEqual([])
  expect(share({ room: -2 })).toEqual([])
  expect(share({ lanes: hosts() })).toEqual([])
})

test('a tier with a full line takes no more, and the places go to hosts of other tiers', () => {
  const mixed = [{ line: 'pages', payer: '', host: 'pages', tier: '4' as const }, ...hosts('a')]
  expect(share({ lanes: mixed, roomAt: (tier) => (tier === '4' ? 1 : 100) })).toEqual([
    { line: 'pages', items: 1 },
    { line: 'a', items: 5 },
  ])
})

test('lanes of one line have its places together, and each gets the same part of them', () => {
  const payers = ['rich', 'poor', 'other'].map((payer) => ({ ...hosts('a')[0]!, payer }))
  const given = (more: Partial<Parameters<typeof shareOut>[0]>) =>
    shareOut({
      lanes: [...payers, ...hosts('b')],
      underWay: new Map(),
      mostOf: () => 100,
      room: 12,
      roomAt: () => 100,
      ...more,
    }).map(({ lane, items }) => [lane.line, lane.payer, items])
  expect(given({})).toEqual([
    ['a', 'rich', 2],
    ['a', 'poor', 2],
    ['a', 'other', 2],
    ['b', '', 6],
  ])
  expect(given({ mostOf: () => 3 })).toEqual([
    ['a', 'rich', 1],
    ['a', 'poor', 1],
    ['a', 'other', 1],
    ['b', '', 3],
  ])
})
