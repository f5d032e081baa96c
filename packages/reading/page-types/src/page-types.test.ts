import { describe, expect, test } from '@jest/globals'
import { familyOf, guessPageType, isDocumentation, isHome, isThread } from './index.ts'

const NOTHING_SHOWN = {
  prices: 0,
  codeBlocks: 0,
  codeWords: 0,
  linkedHeadings: 0,
  terms: 0,
  textLength: 1_500,
  inArticle: false,
  focus: 0,
  density: 0,
  goodText: 1_000,
  posts: 0,
  inPosts: 0,
  areSigned: false,
}
const guess = (url: string, schemaTypes: string[] = [], metas: Record<string, string> = {}, title = '') =>
  guessPageType(
    { title, metas: new Map(Object.entries(metas)), schemaTypes: new Set(schemaTypes), linkTypes: new Set() },
    url,
    NOTHING_SHOWN,
  )

describe('a page is', () => {
  test.each([
    ['forum', 'https://example.com/viewtopic.php?t=12'],
    ['documentation', 'https://example.com/docs/start'],
    ['product', 'https://example.com/products/anvil'],
    ['collection', 'https://example.com/collections/anvils'],
    ['article', 'https://example.com/news/2024/05/a-storm-hits-the-harbour'],
    ['service', 'https://example.com/'],
  ])('%s by the path of its address, %s, whatever its host is called', (type, url) => {
    expect(guess(url)).toBe(type)
    for (const name of [
      'community',
      'forum',
      'docs',
      'api',
      'help',
      'shop',
      'news',
      'project.readthedocs',
      '2024-05-06',
    ])
      expect([name, guess(url.replace('example.com', `${name}.example.io`))]).toEqual([name, type])
  })

  test('documentation by the title of a manual page', () => {
    const url = 'https://example.com/git-rebase.html'
    expect(guess(url, [], {}, 'git-rebase(1)')).toBe('documentation')
    expect(guess(url, [], {}, 'Git (1)')).toBe('documentation')
    expect(guess(url, [], {}, 'Rebasing (part 1)')).not.toBe('documentation')
  })

  test.each([
    ['forum', 'QAPage'],
    ['product', 'Product'],
    ['article', 'NewsArticle'],
    ['documentation', 'TechArticle'],
  ])('%s by its declared type, %s', (type, schemaType) => {
    expect(guess('https://example.com/x', [schemaType])).toBe(type)
  })

  test('documentation by the program that made it', () => {
    expect(guess('https://example.com/x', [], { generator: 'Docusaurus v3' })).toBe('documentation')
    expect(isDocumentation('https://example.com/x', 'Docusaurus v3')).toBe(true)
  })
})

test('a page is documentation by its code and its place in a book', () => {
  const guessBy = (signs: object, linkTypes: string[]) =>
    guessPageType(
      { title: '', metas: new Map(), schemaTypes: new Set(), linkTypes: new Set(linkTypes) },
      'https://example.com/x',
      { ...NOTHING_SHOWN, ...signs },
    )
  expect(guessBy({ codeWords: 5, codeBlocks: 2 }, [])).toBe('documentation')
  expect(guessBy({ codeWords: 5, textLength: 9_000 }, [])).not.toBe('documentation')
  expect(guessBy({}, ['up', 'next'])).toBe('documentation')
  expect(guessBy({}, ['next'])).not.toBe('documentation')
})

describe('an address leaves no doubt that it is', () => {
  test.each([
    ['https://forums.example.com/x', true],
    ['https://example.com/t/slug/12', true],
    ['https://example.com/showthread.php?p=1', true],
    ['https://example.com/t/slug', false],
    ['https://example.com/q/12', false],
  ])('a thread: %s %s', (url, expected) => {
    expect(isThread(url)).toBe(expected)
  })

  test.each([
    ['https://docs.example.com/x', true],
    ['https://project.readthedocs.io/', true],
    ['https://example.com/man-pages/ls', true],
    ['https://example.com/tutorial/first', false],
  ])('documentation: %s %s', (url, expected) => {
    expect(isDocumentation(url, undefined)).toBe(expected)
  })

  test.each([
    ['https://example.com', true],
    ['https://example.com/en-us/', true],
    ['https://example.com/index.php?x=1', true],
    ['https://example.com/about', false],
  ])('a front page: %s %s', (url, expected) => {
    expect(isHome(url)).toBe(expected)
  })
})

test('of several types of an item the one counts that names a subject best', () => {
  expect(familyOf(['WebPage', 'Product'])).toBe('product')
  expect(familyOf('FestivalEvent')).toBe('event')
  // Kinds of what is listed, by schema.org's own hierarchy.
  expect(familyOf('ChessClub')).toBe('unknown')
  expect(familyOf('TennisComplex')).toBe('business')
  expect(familyOf('Thesis')).toBe('work')
  expect(familyOf('BusOrCoach')).toBe('product')
  expect(familyOf('NutritionInformation')).toBe('part')
  expect(familyOf('Whatever')).toBe('unknown')
})
