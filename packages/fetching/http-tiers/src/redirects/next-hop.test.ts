import { describe, expect, test } from '@jest/globals'
import { isHomeOrigin, isRedirect, locationOf, methodAfter } from './next-hop.ts'

const current = new URL('https://www.example.com/a/b?c#d')

describe('where a redirect leads', () => {
  test.each([
    ['/x', 'https://www.example.com/x#d'],
    ['x', 'https://www.example.com/a/x#d'],
    ['//other.example/y', 'https://other.example/y#d'],
    ['?q=1', 'https://www.example.com/a/b?q=1#d'],
    ['https://other.example/#own', 'https://other.example/#own'],
    ['  /spaced  ', 'https://www.example.com/spaced#d'],
    [Buffer.from('/ünïcode').toString('latin1'), 'https://www.example.com/%C3%BCn%C3%AFcode#d'],
    ['/caf\xe9', 'https://www.example.com/caf%C3%A9#d'],
  ])('%j', (location, expected) => expect(locationOf([location], current)?.href).toBe(expected))

  test('nowhere, when it is no address', () => expect(locationOf(['https://'], current)).toBeUndefined())

  test('the same for several headers that name one address', () =>
    expect(locationOf(['', '/x', ' /x ', ''], current)?.pathname).toBe('/x'))

  test('nowhere, when they differ', () => expect(locationOf(['/x', '/y'], current)).toBeUndefined())

  test('an answer without a Location is an answer', () => {
    expect(isRedirect(302, [])).toBe(false)
    expect(isRedirect(302, [' ', ''])).toBe(false)
    expect(isRedirect(300, ['/x'])).toBe(false)
    expect(isRedirect(308, ['/x'])).toBe(true)
  })
})

test.each([
  [301, 'POST', 'GET'],
  [302, 'POST', 'GET'],
  [302, 'PUT', 'PUT'],
  [303, 'PUT', 'GET'],
  [307, 'POST', 'POST'],
  [308, 'DELETE', 'DELETE'],
] as const)('after a %i, %s becomes %s', (status, method, next) =>
  expect(methodAfter(status, method)).toBe(next),
)

test.each([
  ['http://a.example/', 'https://a.example/x', true],
  ['http://a.example/', 'http://a.example/x', true],
  ['https://a.example/', 'http://a.example/', false],
  ['http://a.example:8080/', 'https://a.example/', false],
  ['http://a.example/', 'https://www.a.example/', false],
  ['https://a.example/', 'https://a.example:8443/', false],
])('headers given for %s may go to %s: %s', (asked, next, expected) => {
  expect(isHomeOrigin(new URL(asked), new URL(next))).toBe(expected)
})
