import { parseArgs } from 'node:util'
import { reportFaults } from '../chaos/report.ts'
import { proveIdempotency } from './prove-idempotency.ts'
import { proveLedger } from './prove-ledger.ts'

interface Sizes {
  short: boolean
  seed: number
}

/** What the documents promise, each with what shows it. */
const PROOFS: Record<string, (sizes: Sizes) => Promise<{ figures: string[]; faults: string[] }>> = {
  ledger: ({ short, seed }) => proveLedger({ operations: short ? 20_000 : 1_000_000, writers: 100, seed }),
  idempotency: ({ short }) => proveIdempotency({ requests: short ? 300 : 10_000 }),
}

/** Options: `--short` for some minutes in all, `--only <name>`, `--seed <number>`. Exits with 1 at any fault. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      short: { type: 'boolean', default: false },
      only: { type: 'string' },
      seed: { type: 'string', default: '1' },
    },
  })
  const rows: string[][] = []
  const faults: string[] = []
  for (const [name, prove] of Object.entries(PROOFS)) {
    if (values.only && values.only !== name) continue
    const proof = await prove({ short: values.short, seed: Number(values.seed) })
    rows.push([name, ...proof.figures, proof.faults.length === 0 ? 'holds' : `${proof.faults.length} faults`])
    faults.push(...proof.faults.slice(0, 20).map((fault) => `${name}: ${fault}`))
  }
  reportFaults(['proof', 'what', 'came of it', 'speed', 'promise'], rows, faults)
}

await main()
