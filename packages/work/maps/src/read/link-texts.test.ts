import { createScope } from '@gleaner/crawl/urls/index'
import { expect, test } from '@jest/globals'
import { readQuery } from '../rank/query.ts'
import { createCollection, type Found } from './collect.ts'

const HOST = 'example.com'

function collect(search: string | undefined, found: readonly (Partial<Found> & { path: string })[]) {
  const url = `https://${HOST}/`
  const collection = createCollection({
    scope: createScope({ url, maxDepth: 10 }),
    isAllowed: () => true,
    query: search === undefined ? undefined : readQuery(search),
    startHost: HOST,
    most: 100,
  })
  for (const { path, ...more } of found)
    collection.add({ url: `https://${HOST}${path}`, source: 'link', depth: 1, ...more })
  return collection
    .best()
    .map(({ candidate }) => [new URL(candidate.url).pathname, collection.nameOf(candidate)])
}

test('a page is called by the first link to it as a whole that is no link to everything', () => {
  const others = ['/b', '/c', '/d', '/e'].map((path) => ({ path, anchor: 'Next' }))
  const found = collect(undefined, [
    { path: '/a', anchor: 'its section on errors', isPart: true },
    { path: '/a', anchor: 'Next' },
    { path: '/a', anchor: 'Exceptions' },
    ...others,
    { path: '/b', title: 'B' },
  ])
  expect(found).toEqual([
    ['/a', 'Exceptions'],
    ['/b', 'B'],
    ['/c', 'Next'],
    ['/d', 'Next'],
    ['/e', 'Next'],
  ])
})

test('it is found by every text that leads to it or to a place on it, first by those that name it', () => {
  const pages = [
    { path: '/1', anchor: 'Refunds', isPart: true },
    { path: '/2', anchor: 'Read more' },
    { path: '/2', anchor: 'Refunds' },
    { path: '/3', anchor: 'Shipping' },
  ]
  expect(collect('refunds', pages).map(([path]) => path)).toEqual(['/2', '/1'])
})
