import { describe, expect, test } from '@jest/globals'
import { instanceIdOf, isUuid, uuidv7 } from './ids.ts'

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('uuidv7', () => {
  test('gives ids of version 7 that differ, more of them than random bytes are drawn at once', () => {
    const ids = Array.from({ length: 1_000 }, () => uuidv7(0))
    expect(ids.filter((id) => !FORM.test(id) || !isUuid(id))).toEqual([])
    expect(new Set(ids).size).toBe(1_000)
  })

  test('fills every place that is not fixed with all values', () => {
    const ids = Array.from({ length: 2_000 }, () => uuidv7(0).replaceAll('-', ''))
    const seen = (place: number) => new Set(ids.map((id) => id[place])).size
    expect(seen(16)).toBe(4)
    expect([13, 14, 15, ...Array.from({ length: 15 }, (_, i) => 17 + i)].map(seen)).toEqual(
      new Array(18).fill(16),
    )
  })

  test('carries the instance id that it is given', () => {
    const id = uuidv7(Date.now(), '0af')
    expect(id).toMatch(FORM)
    expect(instanceIdOf(id)).toBe('0af')
  })

  test('sorts by time', () => {
    const times = [0, 1, 1_000, 1_795_238_155_649, 281_474_976_710_655]
    const ids = times.map((time) => uuidv7(time))
    expect(ids.toSorted()).toEqual(ids)
    expect(ids.at(-1)).toMatch(/^ffffffff-ffff-7/)
  })
})
