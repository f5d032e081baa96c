// Reads all that a service has, in a process of its own, and prints what came of it: how much it took shows in that alone.
import { Gleaner } from '../index.ts'

const [baseUrl, what] = process.argv.slice(2) as [string, keyof typeof READS]
const gleaner = new Gleaner({ baseUrl, apiKey: 'sk_test_1', WebSocket: false })
const SITE = 'https://example.com/'

const READS = {
  crawl: () => gleaner.crawl(SITE),
  batch: () => gleaner.batch([SITE]),
  list: () => gleaner.jobs.all({ limit: 1 }),
  stream: () => gleaner.batches.stream('batch_1'),
}

let count = 0
let isInOrder = true
let error: unknown
try {
  for await (const item of READS[what]()) {
    if ('event' in item && item.event === 'complete') continue
    const url = 'event' in item ? (item.data as { latest_url: string }).latest_url : item.url
    isInOrder &&= url === SITE + count++
  }
} catch (thrown) {
  const { name, message } = thrown as Error
  error = { name, message }
}
console.log(JSON.stringify({ count, isInOrder, error, peakMb: process.resourceUsage().maxRSS / 1024 }))
