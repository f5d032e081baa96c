import { ENDPOINTS, type Endpoint, takesIdempotencyKey } from '@gleaner/contracts'
import { expect, test } from '@jest/globals'
import { HANDLERS } from './handlers.ts'

// What it does for a caller is tested where the endpoints are.  runExtraction and runScrape make their jobs by makeJob.

const declared: [string, Endpoint][] = Object.entries(ENDPOINTS)

test.each(
  declared
    .filter(([, endpoint]) => takesIdempotencyKey(endpoint))
    .map(([name]) => name as keyof typeof HANDLERS),
)('%s, which creates or charges, heeds the Idempotency-Key', (name) => {
  expect(String(HANDLERS[name])).toMatch(
    /(reply|create|acceptBatch)Once\(|makeJob\(|runExtraction\(|runScrape\(|answerPage\(/,
  )
})
