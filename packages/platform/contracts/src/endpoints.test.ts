import { expect, test } from '@jest/globals'
import { errorsOf, takesSlot, tokensOf } from './endpoint.ts'
import { ENDPOINTS } from './endpoints.ts'

const declared = Object.values(ENDPOINTS)

test('each area says once what it is about', () => {
  const areas = Map.groupBy(declared, ({ area }) => area.name)
  const descriptions = [...areas].map(([name, endpoints]) => [
    name,
    new Set(endpoints.map(({ area }) => area.about).filter(Boolean)).size,
  ])
  expect(descriptions.filter(([, times]) => times !== 1)).toEqual([])
})

test('no two of them have the same method and path', () => {
  const routes = declared.map(({ method, path }) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(routes).size).toBe(routes.length)
})

test('the parameters of a path are those of its schema', () => {
  for (const endpoint of declared) {
    const named = [...endpoint.path.matchAll(/\{\+?(\w+)\}/g)].map(([, name]) => name)
    const shape = 'params' in endpoint ? Object.keys(endpoint.params.shape) : []
    expect([endpoint.path, shape]).toEqual([endpoint.path, named])
  }
})

test('errors that come with a part of a declaration are not listed again', () => {
  for (const endpoint of declared) {
    const common = errorsOf({ ...endpoint, errors: [] })
    expect([endpoint.path, endpoint.errors.filter((code) => common.has(code))]).toEqual([endpoint.path, []])
  }
})

test('what creates or starts work takes a slot, and nothing else does', () => {
  const { postScrape, createProxy, testProxy, postEstimate, getJob, updateProxy, deleteProxy } = ENDPOINTS
  expect([postScrape, createProxy, testProxy].map(takesSlot)).toEqual([true, true, true])
  expect([postEstimate, getJob, updateProxy, deleteProxy].map(takesSlot)).toEqual([
    false,
    false,
    false,
    false,
  ])
})

test('writes take two tokens, reads one', () => {
  expect(tokensOf(ENDPOINTS.postScrape)).toBe(2)
  expect(tokensOf(ENDPOINTS.deleteProxy)).toBe(2)
  expect(tokensOf(ENDPOINTS.getJob)).toBe(1)
  expect(tokensOf({ method: 'POST', tokens: 7 })).toBe(7)
})
