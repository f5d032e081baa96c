import { testOddResponses } from '../testing/test-odd-responses.ts'

// `npm run test:long` asks a browser for all of them.
testOddResponses((place) => place % 3 === 0)
