import { parseArgs } from 'node:util'
import { createGatewayFixture } from '@gleaner/gateway/testing/fixture'
import { fuzzGateway } from '@gleaner/gateway/testing/fuzz'

const USAGE = `node bench/fuzz/openapi.ts [--each 200] [--seed <number>] [--only <operation>,...]

Sends random and hostile requests, made from /openapi.json, to every operation of a gateway of its own: --each of them to each. Prints
how they were answered, and what was a server error, not as documented, or not in time.`

const { values } = parseArgs({
  options: {
    each: { type: 'string', default: '200' },
    seed: { type: 'string' },
    only: { type: 'string' },
    help: { type: 'boolean' },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const fixture = await createGatewayFixture({ TRUST_PROXY: '1', NODE_ENV: 'development' })
const seed = values.seed === undefined ? Date.now() % 2 ** 31 : Number(values.seed)
const { requests, answers, faults } = await fuzzGateway(fixture, {
  each: Number(values.each),
  seed,
  ...(values.only && { only: values.only.split(',') }),
})
await fixture.close()

const byOperation = Map.groupBy(answers, ([answer]) => answer.split(' ')[0]!)
for (const [operation, all] of [...byOperation].sort(([a], [b]) => (a < b ? -1 : 1)))
  console.log(
    operation,
    all
      .map(([answer, count]) => `${answer.split(' ')[1]}: ${count}`)
      .sort()
      .join(', '),
  )
console.log(`${requests} requests, seed ${seed}, ${faults.length} faults`)
for (const fault of faults.slice(0, 50)) console.log(`\n${fault}`)
process.exitCode = faults.length > 0 ? 1 : 0
