import { testCostlyRequests } from './testing/costly/test-costly-requests.ts'

testCostlyRequests()
