import { testCrawls } from '../testing/test-crawls.ts'

// `npm run test:long` crawls more of them.
testCrawls(['calendar in the query', 'random words'])
