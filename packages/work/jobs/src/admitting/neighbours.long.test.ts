import { testNeighbours } from '../testing/test-neighbours.ts'

testNeighbours(() => true)
