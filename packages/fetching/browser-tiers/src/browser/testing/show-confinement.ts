// Run by confinement.test.ts as a worker is: opens a page, prints what its browsers run in, and waits for its end.
import { readFileSync } from 'node:fs'
import { createEgress } from '@gleaner/egress'
import { descendants } from '@gleaner/runtime/process-table'
import type { NetworkNamespaceMode } from '../chromium/confinement.ts'
import type { Lease } from '../pool/lease.ts'
import { createBrowserPool } from '../pool/pool.ts'
import { CHROMIUM } from './chromium-path.ts'

const [mode, tempRoot] = process.argv.slice(2) as [NetworkNamespaceMode, string]
const egress = createEgress()
const pool = createBrowserPool({ egress, executablePath: CHROMIUM, networkNamespace: mode, tempRoot })

await pool
  .withPage(
    { url: 'http://spinning.invalid/', device: 'desktop', personal: false, visible: false },
    showAndSpin,
    AbortSignal.timeout(60_000),
  )
  .catch((error: Error) => print({ refused: error.message }))
await pool.close()

/** What its browsers run in; then a page that never ends, until this process does. */
async function showAndSpin({ page }: Lease): Promise<void> {
  const { command, hasOwnNetwork, isSandboxed, warnings, uid } = await pool.confinement()
  const rows = descendants(process.pid).filter(({ pid }) => pid !== process.pid)
  const processes = rows.map((row) => ({ ...row, ...factsOf(row.pid) }))
  print({ command, hasOwnNetwork, isSandboxed, warnings, uid, processes })
  await page.evaluate('for (;;);')
}

function print(shown: object): void {
  process.stdout.write(`${JSON.stringify(shown)}\n`)
}

/** User as this process sees it, and the mode of seccomp (2: a filter), of proc(5). */
function factsOf(pid: number): { uid: number; seccomp: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { uid: read('Uid'), seccomp: read('Seccomp') }
}
