import { testLinearMegabytes } from '../testing/test-linear-megabytes.ts'

/** One input for each reader; all of them go through the same parser and walk. The rest is in `bench/extraction/hostile.ts`. */
const INPUTS = [
  'attributes',
  'definitions in definitions',
  'images of one picture',
  'items that refer to each other',
  'JSON-LD of objects',
  'links that are all others',
  'RDFa within RDFa',
  'tables in tables',
  'a feed of entries',
  'a table of rows',
  'a text of one word',
  'JSON of objects',
  'XML within XML',
]

testLinearMegabytes(INPUTS)
