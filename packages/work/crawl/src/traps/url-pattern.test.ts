import { describe, expect, test } from '@jest/globals'
import { createPatternNames } from './pattern-names.ts'
import { parametersOf, patternOf } from './url-pattern.ts'

const NAMES = { sectionOf: (segment: string) => segment, hostOf: () => '' }
const of = (path: string) => patternOf(`https://site.example${path}`, NAMES)

describe('the pattern of an address', () => {
  test.each([
    ['/', '/'],
    ['/about', '/{text}'],
    ['/item/17', '/item/{n}'],
    ['/item/17/reviews', '/item/{n}/{text}'],
    ['/17/item', '/{n}/{text}'],
    ['/cal/2031-05', '/cal/{date}'],
    ['/cal/2031_5_06', '/cal/{date}'],
    ['/cal/2031-05-061', '/cal/{text}'],
    ['/cal/x2031-05', '/cal/{text}'],
    ['/p/1b9d6bcd-bbfd-4b2d-9b5d-ab8dfbbd4bed', '/p/{id}'],
    ['/p/lit3py55t21z5v55vlm25s55', '/p/{id}'],
    ['/p/lit3py55-t21z5v55vlm25s55', '/p/{text}'],
    ['/p/page12', '/p/{text}{n}'],
    ['/p/page12.html', '/p/{text}{n}'],
    ['/p/page12.longend', '/p/{text}'],
    ['/p/a-very-long-name-of-a-page12', '/p/{text}'],
    ['/p/12page', '/p/{text}'],
    ['/a/b/c/d/e', '/a/{text}/{text}/{text}/{text}'],
    ['/a/b/c/d/e/f', '/a/{text}/{text}/{text}/{text}/**'],
    ['/list?page=3', '/{text}?page'],
    ['/list?sort=a&page=3&page=4', '/{text}?page&sort'],
    ['/list?a=1&b=2&c=3', '/{text}?{parameters}'],
    ['/list?a=1;b=2', '/{text}?a&b'],
    ['/list?17=1', '/{text}?{name}'],
    ['/list?a-name-of-24-letters-is-x=1', '/{text}?{name}'],
    ['/app#/place', '/{text}#'],
    ['/app#', '/{text}'],
    ['/app#/', '/{text}'],
    ['/a/a/a/a', '/{repeating}'],
    ['/a/a/a', '/a/{text}/{text}'],
    ['/1/1/1/1', '/{n}/{n}/{n}/{n}'],
    ['/x?next=%252Fa%2525', '/{repeating}?next'],
    ['/x%2525', '/{repeating}'],
  ])('%s is %s', (path, key) => {
    expect(of(path).key).toBe(key)
  })

  test('tells its path, its shape in all sections, and what of the site answers it', () => {
    expect(of('/shop/item/7?color=red')).toMatchObject({
      path: '/shop/{text}/{n}',
      shape: '/{text}/{text}/{n}?color',
      section: '/shop/{text}/{n}?',
      hasQuery: true,
    })
    expect(of('/shop/item/7')).toMatchObject({ section: '/shop', hasQuery: false, repeats: false })
    expect(of('/')).toMatchObject({ section: '/', shape: '/' })
    expect(of('/a/a/a/a')).toMatchObject({ repeats: true })
    expect([of('/a/b/c/d/e/f').isDeep, of('/a/b/c/d/e/f/g').isDeep]).toEqual([false, true])
  })

  test.each([
    ['/item/17', 17],
    ['/item/17/page/3', 3],
    ['/item', undefined],
    ['/item-17', 17],
    ['/list?offset=-20', -20],
    ['/list?offset=-20&size=5', 5],
    ['/a%20b', undefined],
    ['/7?q=%20', 7],
  ])('%s ends with the number %j', (path, number) => {
    expect(of(path).number).toBe(number)
  })

  test.each([
    ['/2031/05/x', 2031],
    ['/2031-12', 2031],
    ['/05/1999', 1999],
    ['/2031/32', undefined],
    ['/2031', undefined],
    ['/31/3031', undefined],
    ['/x?month=5&year=2031', 2031],
    ['/2020/1?year=2031&month=2', 2020],
    ['/20310/05', undefined],
  ])('%s is of the year %j', (path, year) => {
    expect(of(path).year).toBe(year)
  })

  test('parameters stand between & or between ;', () => {
    expect(parametersOf('?a=1&b=2')).toEqual([
      ['a', '1'],
      ['b', '2'],
    ])
    expect(parametersOf('?a=1;b=2;3')).toEqual([
      ['a', '1'],
      ['b', '2;3'],
    ])
  })
})

describe('sections and hosts are told by name', () => {
  test('up to so many, and others together; the first host is the site’s own', () => {
    const names = createPatternNames(new Set(), new Set())
    const sections = Array.from({ length: 70 }, (_, at) => names.sectionOf(`s${at}`))
    expect(sections.slice(0, 64)).toEqual(Array.from({ length: 64 }, (_, at) => `s${at}`))
    expect(new Set(sections.slice(64))).toEqual(new Set(['{text}']))
    expect(names.sectionOf('s3')).toBe('s3')
    const hosts = Array.from({ length: 18 }, (_, at) => names.hostOf(`h${at}`))
    expect([hosts[0], hosts[1], hosts[15], hosts[16]]).toEqual(['', '//h1', '//h15', '//*'])
  })

  test('but for long names', () => {
    const names = createPatternNames(new Set(), new Set())
    expect([names.sectionOf('x'.repeat(60)), names.sectionOf('x'.repeat(61))]).toEqual([
      'x'.repeat(60),
      '{text}',
    ])
  })
})
