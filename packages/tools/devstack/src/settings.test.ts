import { processConfig, refuseMisspelt } from '@gleaner/runtime'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { SERVICES } from './services.ts'

interface Field {
  safeParse(value: unknown): { success: boolean }
}
const shapes = new Map<string, Record<string, Field>>()
beforeAll(async () => {
  for (const name of SERVICES) {
    const { config } = await import(`@gleaner/${name}/config`)
    shapes.set(name, { ...config.shape, ...processConfig.shape })
  }
})
const all = () => [...new Set([...shapes.values()].flatMap((shape) => Object.keys(shape)))]

describe('settings', () => {
  test('that lack a letter are refused by every service that reads them', () => {
    for (const shape of shapes.values()) {
      const known = new Set(Object.keys(shape))
      for (const name of Object.keys(shape).filter(({ length }) => length > 5))
        expect(() => refuseMisspelt(known, { [name.slice(0, -2) + name.at(-1)]: 'x' })).toThrow(name)
    }
  })

  test('of other services are taken for what they are', () => {
    const env = Object.fromEntries([...all(), 'GLEANER_HOME'].map((name) => [name, 'x']))
    for (const shape of shapes.values())
      expect(() => refuseMisspelt(new Set(Object.keys(shape)), env)).not.toThrow()
  })

  test('that say how often something is done leave time for other work', () => {
    const intervals = [...shapes.values()].flatMap((shape) =>
      Object.entries(shape).filter(([name]) => /_(EVERY|POLL)$/.test(name)),
    )
    expect(intervals.length).toBeGreaterThan(5)
    for (const [name, field] of intervals)
      expect([name, field.safeParse('0').success, field.safeParse('1s').success]).toEqual([name, false, true])
  })
})
