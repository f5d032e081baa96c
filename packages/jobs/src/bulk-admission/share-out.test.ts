import { expect, test } from '@jest/globals'
import { shareOut } from './share-out.ts'

const share = (more: Partial<Parameters<typeof shareOut>[0]>) =>
  shareOut({
    lines: hosts('a', 'b', 'c'),
    underWay: new Map(),
    mostOf: () => 100,
    room: 6,
    roomAt: () => 100,
    ...more,
  })

const hosts = (...names: string[]) => names.map((host) => ({ line: host, host, tier: '1' as const }))

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
  expect(share({ room: 1, lines: hosts('c', 'a') })).toEqual([{ line: 'c', items: 1 }])
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
  expect(share({ lines: hosts() })).toEqual([])
})

test('a tier with a full line takes no more, and the places go to hosts of other tiers', () => {
  const mixed = [{ line: 'pages', host: 'pages', tier: '4' as const }, ...hosts('a')]
  expect(share({ lines: mixed, roomAt: (tier) => (tier === '4' ? 1 : 100) })).toEqual([
    { line: 'pages', items: 1 },
    { line: 'a', items: 5 },
  ])
})
