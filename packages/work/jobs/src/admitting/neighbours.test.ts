import { testNeighbours } from '../testing/test-neighbours.ts'

// `npm run test:long` tries every pair.
testNeighbours((nth) => nth % 7 === 0)
