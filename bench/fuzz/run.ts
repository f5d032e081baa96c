import { parseArgs } from 'node:util'
import { ERROR_STATUS } from '@gleaner/contracts'
import fc from 'fast-check'
import { type Answer, request } from '../lib/api.ts'
import { withStack } from '../lib/stack.ts'
import { type FuzzRequest, fuzzRequests } from './requests.ts'

const USAGE = `node bench/fuzz/run.ts [--home <.gleaner folder of a running stack>] [--requests 2000] [--seed 1]

Sends requests that are nearly right, one after the other, and stops at the first that gets a 5xx, an error body of
another shape, or a reply without its request id; then shrinks it. Nothing leaves the machine: the live key only asks
for the sample site, all other addresses go with the test key.`

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    requests: { type: 'string', default: '2000' },
    seed: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

await withStack({ home: values.home }, async (stack) => {
  const info = await stack.info()
  const statuses = new Map<number, number>()
  const send = ({ live, path, body, idempotencyKey }: FuzzRequest) =>
    request(info.base_url + path, {
      method: 'POST',
      headers: {
        'x-api-key': live ? info.api_key : info.test_key,
        'content-type': 'application/json',
        ...(idempotencyKey && { 'idempotency-key': idempotencyKey }),
      },
      body,
    })
  const holds = fc.asyncProperty(fuzzRequests(`${info.sample_site}/plain`), async (asked) => {
    const answer = await send(asked)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    checkAnswer(answer)
  })
  await fc.assert(holds, {
    numRuns: Number(values.requests),
    endOnFailure: false,
    ...(values.seed && { seed: Number(values.seed) }),
  })
  console.table(Object.fromEntries([...statuses].sort(([a], [b]) => a - b)))
})

function checkAnswer({ status, headers, text }: Answer): void {
  const fault = (what: string) => new Error(`${what}: ${status} ${text.slice(0, 500)}`)
  if (status >= 500) throw fault('a server error')
  if (!String(headers['x-request-id']).startsWith('req_')) throw fault('no request id')
  const { error, message, detail } = JSON.parse(text) as Record<string, unknown>
  if (status < 400) return
  const isKnown = ERROR_STATUS[error as keyof typeof ERROR_STATUS] === status
  if (!isKnown || !message || detail !== message) throw fault('another error body')
}
