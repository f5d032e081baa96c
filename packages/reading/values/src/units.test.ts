import { expect, test } from '@jest/globals'
import { parseMeasure, unitNamed, unitOfCode } from './units.ts'

test.each([
  ['1,969 cc', '1,969', 'volume'],
  ['48MB', '48', 'data'],
  ['~ 1.7 l', '1.7', 'volume'],
  ['85 m²', '85', 'area'],
  ['120 km/h', '120', 'speed'],
])('%s is a measure', (text, number, dimension) => {
  expect(parseMeasure(text)).toMatchObject({ number, unit: { dimension } })
})

test.each(['', '12', 'km', '5 apples', '2 GB of memory', '3 km from here'])('%j is none', (text) => {
  expect(parseMeasure(text)).toBeUndefined()
})

test('a unit is known by its name and by its code', () => {
  expect(unitNamed('Kilometers')).toEqual(unitNamed('km'))
  expect(unitOfCode('KMT')).toMatchObject({ name: 'km', factor: 1_000 })
  expect(unitNamed('pieces')).toBeUndefined()
  expect(unitOfCode('C62')).toBeUndefined()
})
