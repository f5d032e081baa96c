import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NODE, ROOT } from './root.mjs'
import { runCommand } from './run-command.mjs'
import { fingerprint, readStamps, writeStamp } from './stamp.mjs'
import { SetupError, step } from './step.mjs'

const FOLDER = join(ROOT, 'clients/dashboard')
const PAGE = join(FOLDER, 'dist/index.html')
/** What it is made of, beside the lockfile. */
const FILES = ['index.html', 'pointing.html', 'vite.config.ts', 'package.json']
const FOLDERS = ['src', '../typescript/src', '../look/src']

/** Builds the dashboard, unless it is there and its sources are as at the last time. */
export async function ensureDashboard({ force = false } = {}) {
  const files = FILES.map((name) => join(FOLDER, name))
  const below = FOLDERS.flatMap((name) => filesBelow(join(FOLDER, name)))
  const wanted = fingerprint([join(ROOT, 'pnpm-lock.yaml'), ...files, ...below])
  if (!force && existsSync(PAGE) && readStamps(ROOT).dashboard === wanted) return
  await step('Building the dashboard', build)
  writeStamp(ROOT, 'dashboard', wanted)
}

/** @param {string} folder */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .sort()
}

async function build() {
  const vite = join(FOLDER, 'node_modules/vite/bin/vite.js')
  const { ok, output } = await runCommand(NODE, [vite, 'build', '--logLevel', 'warn'], { cwd: FOLDER })
  if (!ok) throw new SetupError(`Building the dashboard failed:\n${output.trim()}`)
}
