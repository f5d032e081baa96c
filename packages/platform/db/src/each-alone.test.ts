import { expect, test } from '@jest/globals'
import pg from 'pg'
import { eachAlone, stepsAlone } from './each-alone.ts'
import { notingUnavailable } from './unavailable.ts'

const odd = async (n: number) => {
  if (n % 2 === 0) throw new Error(`${n} is even`)
  return n * 10
}

test.each([1, 2, 10])(
  'what fails keeps no other, and all faults are told at the end: %i at once',
  async (atOnce) => {
    const done: number[] = []
    const work = async (n: number) => done.push(await odd(n))
    const fault = await eachAlone([1, 2, 3, 4, 5], work, atOnce).catch((error: unknown) => error)
    expect(done).toEqual([10, 30, 50])
    expect(fault).toBeInstanceOf(AggregateError)
    expect((fault as AggregateError).errors).toEqual([new Error('2 is even'), new Error('4 is even')])
    expect((fault as AggregateError).message).toBe('2 of 5 failed')
  },
)

test('gives what each has given', async () => {
  expect(await eachAlone(new Set([1, 3]), odd)).toEqual([10, 30])
  expect(await eachAlone([], odd)).toEqual([])
})

test('never does more at once than it may', async () => {
  let [inside, most] = [0, 0]
  await eachAlone(
    Array.from({ length: 9 }),
    async () => {
      most = Math.max(most, ++inside)
      await Promise.resolve()
      inside--
    },
    3,
  )
  expect(most).toBe(3)
})

test('nothing more is tried once the database is away, though one slow statement is of one item', async () => {
  const faultOf = (code: string) => Object.assign(new pg.DatabaseError('played', 0, 'error'), { code })
  const tried: number[] = []
  const failing = (code: string) => async (n: number) => {
    tried.push(n)
    const run = notingUnavailable(async () => {
      throw faultOf(code)
    })
    await run()
  }
  await expect(eachAlone([1, 2, 3], failing('57P01'))).rejects.toMatchObject({ code: '57P01' })
  await expect(eachAlone([4, 5, 6], failing('57014'))).rejects.toThrow('3 of 3 failed')
  expect(tried).toEqual([1, 4, 5, 6])
})

test('steps are taken in order, also after one that throws at once', async () => {
  const taken: string[] = []
  const step = (name: string) => async () => void taken.push(name)
  const broken = () => {
    throw new Error('broken')
  }
  await expect(stepsAlone(step('a'), broken, step('b'))).rejects.toThrow('1 of 3 failed')
  expect(taken).toEqual(['a', 'b'])
})
