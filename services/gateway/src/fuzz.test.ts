import { testFuzz } from './testing/test-fuzz.ts'

// `npm run test:long` sends more.
testFuzz(4)
