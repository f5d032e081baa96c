import { existsSync, readFileSync } from 'node:fs'
import { findChromium, findRedis } from './find-program.mjs'
import { describeMissing, PROGRAMS } from './missing-programs.mjs'
import { runCommand } from './run-command.mjs'
import { SetupError, say, step } from './step.mjs'
import { systemFamily } from './system-family.mjs'

const APT_ENV = { DEBIAN_FRONTEND: 'noninteractive' }
// Another apt may hold the lock, as it does just after a machine has booted.
const APT_WAIT = ['-o', 'DPkg::Lock::Timeout=180']

/**
 * Makes sure that Redis and Chromium are there: installs them where that needs no question (root on Debian or Ubuntu),
 * else throws a SetupError that names each missing program and the command that brings it.
 * @param {{ redis: boolean }} need whether Redis is wanted (it is not where REDIS_URL names one)
 */
export async function ensurePrograms(need, env = process.env) {
  const wanted = PROGRAMS.filter((program) => program.find !== findRedis || need.redis)
  const findMissing = () => wanted.filter((program) => !program.find(env))
  if (findMissing().length === 0) return

  const named = env.CHROMIUM_PATH || env.PUPPETEER_EXECUTABLE_PATH
  if (named && !findChromium(env)) {
    throw new SetupError(
      `CHROMIUM_PATH or PUPPETEER_EXECUTABLE_PATH is ${named}, which is no program: correct or unset it.`,
    )
  }
  const system = systemFamily(process.platform, readOsRelease())
  const isRoot = process.getuid?.() === 0
  let failure = ''
  if (isRoot && (system === 'debian' || system === 'ubuntu')) {
    const packages = findMissing().map((program) => program.packages[system])
    failure = await step(`Installing ${packages.join(' and ')} with apt-get`, () => installByApt(packages))
  }
  const missing = findMissing()
  if (missing.length > 0) throw new SetupError(describeMissing(missing, { system, isRoot, failure }))
}

/** @returns {Promise<string>} the last words of apt-get when it failed twice, else nothing */
async function installByApt(packages) {
  let words = ''
  for (let attempt = 1; attempt <= 2; attempt++) {
    if (attempt > 1) say('  that failed: trying once more')
    const update = await runCommand('apt-get', ['update', ...APT_WAIT], { env: APT_ENV })
    const install = await runCommand(
      'apt-get',
      ['install', '-y', '--no-install-recommends', ...APT_WAIT, ...packages],
      {
        env: APT_ENV,
      },
    )
    if (install.ok) return ''
    words = `${update.ok ? '' : update.output}\n${install.output}`
  }
  return words.trim().split('\n').slice(-8).join('\n')
}

function readOsRelease() {
  return existsSync('/etc/os-release') ? readFileSync('/etc/os-release', 'utf8') : ''
}
