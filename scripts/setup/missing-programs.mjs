import { findChromium, findRedis } from './find-program.mjs'
import { INSTALLERS } from './system-family.mjs'

/** What must be on a machine besides npm packages, and the package that brings it on each kind of system. */
export const PROGRAMS = [
  {
    name: 'Redis (redis-server or valkey-server)',
    find: findRedis,
    instead: 'set REDIS_URL to a Redis of yours',
    packages: {
      debian: 'redis-server',
      ubuntu: 'redis-server',
      fedora: 'valkey',
      alpine: 'redis',
      arch: 'valkey',
      suse: 'redis',
      mac: 'redis',
    },
  },
  {
    name: 'Chromium',
    find: findChromium,
    instead: 'set CHROMIUM_PATH to the program file of a Chromium or Chrome of yours',
    packages: {
      debian: 'chromium',
      ubuntu: 'chromium-browser',
      fedora: 'chromium',
      alpine: 'chromium',
      arch: 'chromium',
      suse: 'chromium',
      mac: '--cask google-chrome',
    },
  },
]

/**
 * What a person is told who has to install something.
 * @param {typeof PROGRAMS} missing
 * @param {{ system: import('./system-family.mjs').SystemFamily | undefined, isRoot: boolean, failure?: string }} machine
 *   `failure`: the last words of the package manager, when we tried
 */
export function describeMissing(missing, { system, isRoot, failure = '' }) {
  const many = missing.length > 1
  return [
    ...(failure ? ['apt-get could not install what is missing:', failure, ''] : []),
    `Gleaner needs ${many ? 'programs that are' : 'a program that is'} not on this machine. Nothing was started.`,
    ...missing.map((program) => `  - ${program.name}; or ${program.instead}`),
    system ? `Install ${many ? 'them' : 'it'} with:` : 'Install with the package manager of your system.',
    ...(system ? [`  ${installCommand(missing, system, isRoot)}`] : []),
    'Then run the same command again.',
  ].join('\n')
}

function installCommand(missing, system, isRoot) {
  const names = missing.map((program) => program.packages[system])
  if (system === 'mac') return names.map((name) => `${INSTALLERS.mac} ${name}`).join(' && ')
  return `${isRoot ? '' : 'sudo '}${INSTALLERS[system]} ${names.join(' ')}`
}
