import { beforeEach, expect, test } from '@jest/globals'
import { createLaneBegins, LANES_MAX, type LaneBegin, REMEMBERED_MS } from './lane-begins.ts'

let now: number
beforeEach(() => {
  now = 1_000
})
const clock = () => now

const begin = (line: string, payer: string, after: string): LaneBegin => ({ line, payer, after })

test('of each lane the newest beginning is remembered; a line has a lane for each payer', () => {
  const begins = createLaneBegins(clock)
  begins.note([begin('a', 'x', '1'), begin('a', 'y', '2')])
  begins.note([begin('a', 'x', '3'), begin('b', 'x', '4')])
  expect(begins.all()).toEqual([begin('a', 'x', '3'), begin('a', 'y', '2'), begin('b', 'x', '4')])
})

test('all of them are forgotten at times, so that what came with a lower id is seen, however often they are noted', () => {
  const begins = createLaneBegins(clock)
  begins.note([begin('a', 'x', '1')])
  now += REMEMBERED_MS - 1
  begins.note([begin('b', 'x', '2')])
  expect(begins.all()).toHaveLength(2)
  now += 1
  expect(begins.all()).toEqual([])
  begins.note([begin('b', 'x', '3')])
  now += REMEMBERED_MS - 1
  expect(begins.all()).toEqual([begin('b', 'x', '3')])
  now += 1
  begins.note([begin('a', 'x', '4')])
  expect(begins.all()).toEqual([begin('a', 'x', '4')])
})

test('no more lanes are remembered than there is room for, and those go on', () => {
  const begins = createLaneBegins(clock)
  const lanes = Array.from({ length: LANES_MAX + 10 }, (_, nth) => begin(`${nth}`, 'x', '1'))
  begins.note(lanes)
  expect(begins.all()).toEqual(lanes.slice(0, LANES_MAX))
  begins.note([begin('7', 'x', '2')])
  expect(begins.all()[7]).toEqual(begin('7', 'x', '2'))
})
