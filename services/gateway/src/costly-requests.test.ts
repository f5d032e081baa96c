import { testCostlyRequests } from './testing/costly/test-costly-requests.ts'

// `npm run test:long` sends all.
testCostlyRequests(3)
