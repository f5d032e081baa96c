import { existsSync } from 'node:fs'
import { NODE, ROOT } from './root.mjs'
import { runCommand } from './run-command.mjs'
import { fingerprint, packageFiles, readStamps, writeStamp } from './stamp.mjs'
import { SetupError, step } from './step.mjs'

// Pinned: pnpm 11 and later want a newer Node than the one a machine may come with.
const PNPM = 'pnpm@10.34.8'

/** Installs the npm packages and Node 24, unless the lock file and every package.json are as at the last time. */
export async function ensurePackages() {
  const wanted = fingerprint(packageFiles(ROOT))
  if (existsSync(NODE) && readStamps(ROOT).packages === wanted) return
  await step('Installing npm packages (the first time takes a minute or two)', install)
  writeStamp(ROOT, 'packages', wanted)
}

async function install() {
  const args = ['-y', PNPM, 'install', '--frozen-lockfile', '--config.confirmModulesPurge=false']
  const { ok, output } = await runCommand('npx', args, { cwd: ROOT })
  if (!ok || !existsSync(NODE)) {
    throw new SetupError(`Installing the npm packages failed (npx ${args.join(' ')}):\n${output.trim()}`)
  }
}
