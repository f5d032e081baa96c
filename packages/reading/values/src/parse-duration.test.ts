import { expect, test } from '@jest/globals'
import { parseDuration } from './parse-duration.ts'

test.each([
  ['PT1H5M', 3_900],
  ['P1DT2H', 93_600],
  ['pt30m', 1_800],
  ['PT1.5H', 5_400],
  ['PT0M', 0],
  ['1 hour 5 minutes', 3_900],
  ['1 hour and 5 mins', 3_900],
  ['2 Std. 10 Min.', 7_800],
  ['45 minuti', 2_700],
  ['1 h, 20 min', 4_800],
  ['30分', 1_800],
  ['1:05', 65],
  ['1:05:00', 3_900],
])('%s is %d seconds', (text, seconds) => expect(parseDuration(text)).toBe(seconds))

test.each(['P', 'PT', '', '30', '5 apples', 'about an hour', 'Mix for 10 minutes', '12:75', '4 servings'])(
  '%j is no length of time',
  (text) => expect(parseDuration(text)).toBeUndefined(),
)
