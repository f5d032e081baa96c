import { expect, test } from '@jest/globals'
import { presentMany } from './present-many.ts'

const NUMBERS = [1, 2, 3, 4, 5]

async function toList<T>(parts: AsyncIterable<T>): Promise<T[]> {
  const list: T[] = []
  for await (const part of parts) list.push(part)
  return list
}

async function written(range: { offset: number; limit: number }, head?: object) {
  const results = {
    atOnce: 2,
    read: async ({ from, limit }: { from: number; limit: number }) => NUMBERS.slice(from, from + limit),
    present: (number: number) => (number === 2 ? undefined : String(number)),
  }
  return (await toList(presentMany(results, range, head))).join('')
}

test.each([
  [{ offset: 0, limit: 5 }, [1, 3, 4, 5]],
  [{ offset: 2, limit: 2 }, [3, 4]],
  [{ offset: 1, limit: 1 }, []],
  [{ offset: 0, limit: 0 }, []],
  [{ offset: 9, limit: 3 }, []],
])('%j is whole JSON, and as many lines', async (range, results) => {
  expect(JSON.parse(await written(range, { total: 5 }))).toEqual({ total: 5, results })
  expect(await written(range)).toBe(results.map((number) => `${number}\n`).join(''))
})
