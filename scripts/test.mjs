// `npm test`: set-up, the checks (format and lint, types, layers), then jest. Further arguments go to jest.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { ensureSetup } from './setup/ensure-setup.mjs'
import { NODE, ROOT } from './setup/root.mjs'

const bin = (name) => join(ROOT, 'node_modules', name)
const CHECKS = [
  { name: 'format and lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '.'] },
  { name: 'types', args: [bin('typescript/bin/tsc'), '--noEmit', '--project', ROOT] },
  { name: 'layers', args: [join(ROOT, 'scripts/check-layers.mjs')] },
]
// Compiled code, kept between runs: the processes that tests start begin twice as fast with it.
const COMPILED = join(ROOT, 'node_modules/.cache/gleaner')
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', bin('jest/bin/jest.js')]

await ensureSetup({ redis: true })
const counts = { passed: 0, failed: 0, skipped: 0 }
for (const { name, args } of CHECKS) {
  const ok = (await run(args)) === 0
  console.log(`${ok ? 'ok' : 'FAILED'}: ${name}`)
  counts[ok ? 'passed' : 'failed']++
}
add(await jest(process.argv.slice(2)))

console.log(
  `${counts.passed} passed, ${counts.failed} failed${counts.skipped ? `, ${counts.skipped} skipped` : ''}`,
)
process.exitCode = counts.failed === 0 ? 0 : 1

async function jest(args) {
  const folder = mkdtempSync(join(tmpdir(), 'gleaner-jest-'))
  const report = join(folder, 'report.json')
  try {
    const code = await run([...JEST, '--json', `--outputFile=${report}`, ...args], { muteStdout: true })
    return readReport(report, code)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Suites that did not even run count as one failure each; so does a jest that ended badly with no failed test. */
function readReport(file, code) {
  try {
    const report = JSON.parse(readFileSync(file, 'utf8'))
    const failed = report.numFailedTests + report.numRuntimeErrorTestSuites
    return {
      passed: report.numPassedTests,
      failed: failed === 0 && code !== 0 ? 1 : failed,
      skipped: report.numPendingTests + report.numTodoTests,
    }
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
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
