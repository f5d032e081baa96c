import { testLinearMegabytes } from '../testing/test-linear-megabytes.ts'

/** One of each kind of document; all of them go through the same parser and walk. `npm run test:long` reads all. */
const INPUTS = [
  'tables in tables',
  'JSON-LD of objects',
  'a feed of entries',
  'JSON of objects',
  'XML within XML',
]

testLinearMegabytes(INPUTS)
