import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'

/**
 * The wings of the house, the lowest first: a package uses packages of its own wing and of those before it. `packages/<wing>/README.md` says what
 * each is for. `clients` are published: they use nothing else of the house. Nothing but tests and the bench uses `tools`.
 */
export const WINGS = [
  'clients',
  'platform',
  'money',
  'reading',
  'fetching',
  'work',
  'people',
  'api',
  'services',
  'tools',
  'bench',
]

/** Throw-away databases and whatever else only tests need. The bench is a test as well. */
export const TEST_ONLY = { package: 'testkit', users: ['bench'] }

/**
 * The members of the workspace at `root`, as pnpm-workspace.yaml names them: their folders, and the wings they are in.
 * @param {string} root
 * @returns {{ folder: string, wing: string }[]}
 */
export function listMembers(root) {
  const inFolder = (folder) =>
    existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  const folders = [
    ...inFolder(join(root, 'packages')).flatMap(inFolder),
    ...['clients', 'services'].flatMap((name) => inFolder(join(root, name))),
    join(root, 'bench'),
  ]
  return folders
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => ({ folder, wing: wingOf(relative(root, folder)) }))
}

/** `packages/work/jobs` is in `work`, `services/gateway` in `services`, `clients/cli` in `clients`, `bench` in itself. */
function wingOf(path) {
  return path.startsWith('packages/') ? dirname(path).slice('packages/'.length) : path.split('/')[0]
}

/** @param {string} folder */
export function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
