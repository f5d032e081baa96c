import { testOddResponses } from '../testing/test-odd-responses.ts'

testOddResponses(() => true)
