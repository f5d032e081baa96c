// `npm test`: set-up, the checks (format and lint, types, layers), then jest. Further arguments go to jest.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { readJestReport } from './read-jest-report.mjs'
import { ensureSetup } from './setup/ensure-setup.mjs'
import { NODE, ROOT } from './setup/root.mjs'

const bin = (name) => join(ROOT, 'node_modules', name)
const CHECKS = [
  { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit', '--project', ROOT] },
  {
    name: 'types of the dashboard',
    args: [bin('typescript/bin/tsc'), '--noEmit', '--project', join(ROOT, 'clients/dashboard')],
  },
  { name: 'layers', args: [join(ROOT, 'scripts/check-layers.mjs')] },
]
// Compiled code, kept between runs: the processes that tests start begin twice as fast with it.
const COMPILED = join(ROOT, 'node_modules/.cache/gleaner')
const JEST = bin('jest/bin/jest.js')

await ensureSetup({ redis: true })
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { name, args } of CHECKS) {
  const ok = (await run(args)) === 0
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  counts[ok ? 'passed' : 'failed']++
}
const report = await jest(process.argv.slice(2))
add(report)
for (const title of report.reasons) console.log(`skipped: ${title}`)

console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
)
process.exitCode = counts.failed === 0 ? 0 : 1

async function jest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-jest-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run([JEST, '--json', `--outputFile=${report}`, ...args], { muteStdout: true })
    return readJestReport(report, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function add(more) {
  for (const key of Object.keys(counts)) counts[key] += more[key]
}

/** Runs Node 24 and resolves to its exit code. A Ctrl-C reaches the child as well, so we wait for it to end. */
function run(args, { muteStdout = false } = {}) {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: COMPILED,
    PATH: `${dirname(NODE)}${delimiter}${process.env.PATH}`,
  }
  const child = spawn(NODE, args, {
    cwd: ROOT,
    env,
    stdio: ['inherit', muteStdout ? 'ignore' : 'inherit', 'inherit'],
  })
  const forward = (signal) => child.kill(signal)
  process.on('SIGTERM', forward)
  process.on('SIGINT', ignore)
  return new Promise((resolve) => {
    child.on('close', (code, signal) => {
      process.off('SIGTERM', forward)
      process.off('SIGINT', ignore)
      if (signal === 'SIGINT' || signal === 'SIGTERM') process.exit(1)
      resolve(code)
    })
  })
}

function ignore() {}
