import { describe, expect, test } from '@jest/globals'
import { createIdleParameters } from './idle-parameters.ts'
import { type LearnedPage, yieldOf } from './page-yield.ts'
import { createSeenHashes } from './seen-hashes.ts'
import type { PatternState } from './trap-state.ts'
import { patternOf } from './url-pattern.ts'

const SITE = 'https://site.example'
const names = { sectionOf: (segment: string) => segment, hostOf: (host: string) => host }
/** 32-bit numbers, as a signature has them. */
const numbers = (...list: number[]) => Buffer.from(Uint32Array.from(list).buffer).toString('base64url')

/** A site whose pages are read one after the other; paths stand for addresses. */
function site() {
  const [seen, parts] = [createSeenHashes(), createSeenHashes()]
  const at = (path: string) => `${SITE}${path}`
  return (path: string, newPaths: string[] = [], more: Partial<LearnedPage> = {}, ownPaths = newPaths) => {
    const newUrls = newPaths.map(at)
    const page = { url: at(path), finalUrl: at(path), newUrls, knownUrls: [], ...more }
    const found = newUrls.map((url) => patternOf(url, names))
    const state: PatternState = {
      shape: '',
      section: '',
      begun: 0,
      pages: 0,
      worthy: 0,
      found: 0,
      births: 0,
      pathBirths: 0,
      used: {},
    }
    const pattern = patternOf(page.url, names)
    return yieldOf(page, {
      pattern,
      state,
      found,
      ownLinks: ownPaths.map(at),
      names,
      idle: createIdleParameters(new Map(), parts),
      seen,
      parts,
      thisYear: 2026,
    })
  }
}

describe('what a page leads to', () => {
  const ALL = ['/f?a=1', '/f?a=2', '/f?b=1', '/f?b=2', '/f?c=1']

  test.each([
    ['its own choice with one more each', '/f?a=1', ['/f?a=1&b=1', '/f?a=1&b=2', '/f?a=1&c=1'], true, true],
    ['other combinations', '/f?a=1', ['/f?a=2&b=1', '/f?a=2&b=2', '/f?b=1&c=1'], false, true],
    ['one of its own alone', '/f?a=1', ['/f?a=1&b=1'], false, false],
    ['half of them its own', '/f?a=1', ['/f?a=1&b=1', '/f?a=1&b=2', '/g?x=1&y=1', '/g?x=2&y=1'], true, true],
    ['less than half', '/f?a=1', ['/f?a=1&b=1', '/f?a=1&b=2', '/g?x=1', '/g?x=2', '/g?x=3'], false, false],
    ['choices that are new', '/f?a=1', ['/f?a=1&d=1', '/f?a=1&d=2'], false, false],
    ['its own parts in a path', '/tag/red', ['/tag/red/large', '/tag/red/small'], true, false],
    ['days of a calendar', '/day/1', ['/day/1/2', '/day/1/3'], false, false],
    ['nothing', '/f?a=1', [], false, false],
  ])('are %s', (_what, path, newPaths, recombines, rearranges) => {
    const read = site()
    read('/', [...ALL, '/tag/red', '/tag/large', '/tag/small'])
    for (const one of [...ALL, '/tag/red', '/tag/large', '/tag/small']) read('/', [one, one])
    expect(read(path, newPaths)).toMatchObject({ recombines, rearranges })
  })

  test.each([
    [4, 0, true],
    [4, 2, true],
    [4, 3, false],
    [3, 2, false],
    [1, 0, true],
    [1, 1, false],
    [0, 0, false],
    [100, 3, false],
  ])('with %i new addresses and %i known ones is one way: %p', (fresh, known, isOneWay) => {
    const paths = Array.from({ length: fresh }, (_, i) => `/new/${i}`)
    const own = [...paths, ...Array.from({ length: known }, (_, i) => `/known/${i}`)]
    expect(site()('/a', paths, {}, own)).toMatchObject({ newLinks: fresh, isOneWay })
  })

  test.each([
    ['/a/1', ['/a/2'], false, true],
    ['/a/1', ['/b/2'], true, false],
    ['/a/1', ['/a/2', '/b/2'], true, false],
    ['/a/1', [], false, true],
  ])('from %s to %j leads elsewhere: %p', (path, newPaths, leadsElsewhere, staysOnPath) => {
    expect(site()(path, newPaths)).toMatchObject({ leadsElsewhere, staysOnPath })
  })
})

describe('the text of a page', () => {
  test('is a copy where it was seen before, and new by the share that was not', () => {
    const read = site()
    const show = (path: string, text: number[], sample: number[]) =>
      read(path, [], { signature: { text: numbers(...text), sample: numbers(...sample) } })
    expect(show('/1', [1], [10, 20, 30, 40])).toMatchObject({ isCopy: false, newText: 1 })
    expect(show('/2', [2], [10, 20, 30, 50])).toMatchObject({ isCopy: false, newText: 0.25 })
    expect(show('/3', [1], [10, 20, 30, 40])).toMatchObject({ isCopy: true, newText: 0 })
  })

  test('shows nothing where there is none, and is not judged where no signature was made', () => {
    const read = site()
    expect(read('/1', [], { signature: { sample: '' } })).toMatchObject({ isCopy: false, newText: 0 })
    expect(read('/2')).toMatchObject({ isCopy: false, newText: 1 })
  })

  test.each([
    ['/de/a', '/de/en/a', true],
    ['/a', '/x/y/a', true],
    ['/de/en/a', '/de/a', false],
    ['/de/a', '/de/en/b', false],
    ['/de/a', '/en/a', false],
    ['/de/1', '/de/en/1', false],
  ])('of %s, shown again at %s, is a nested copy: %p', (first, second, isNestedCopy) => {
    const read = site()
    const signature = { text: numbers(7), sample: numbers(7) }
    expect(read(first, [], { signature })).toMatchObject({ isNestedCopy: false })
    expect(read(second, [], { signature })).toMatchObject({ isNestedCopy })
    expect(read(second, [], { signature: { text: numbers(8) } })).toMatchObject({ isNestedCopy: false })
  })
})

test.each([
  ['/a', false],
  ['/a#top', false],
  ['/b', true],
])('an address that leads to %s has moved: %p', (end, isMoved) => {
  expect(site()('/a', [], { finalUrl: `${SITE}${end}` })).toMatchObject({ isMoved })
})

test.each([
  [true, true],
  [false, false],
  [undefined, false],
])('a page that is unwanted (%p) says so', (isUnwanted, said) => {
  expect(site()('/a', [], { isUnwanted })).toMatchObject({ isUnwanted: said, thisYear: 2026 })
})
