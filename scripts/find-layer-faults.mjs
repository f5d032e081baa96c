import { relative, resolve } from 'node:path'
import { findCycles } from './find-cycles.mjs'
import { findImportCycles } from './find-import-cycles.mjs'
import { importsOf, listSources } from './sources.mjs'
import { listMembers, readManifest, TEST_ONLY, WINGS } from './wings.mjs'

const SCOPE = '@gleaner/'
const NPM_NAME = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/
// In a file's path as in a specifier.
const TEST_FILE = /\.test\.ts$|\/(?:tests|testing|fixtures)\//
// What makes a package is no part of it, and uses what only developers have.
const BUILD_FILE = /\/(?:build\.mjs|[\w.-]+\.config\.[jt]s)$/

/**
 * Everything in the workspace at `root` that breaks the rules of wings.mjs, as one sentence each.
 * @param {string} root
 * @returns {string[]}
 */
export function findLayerFaults(root) {
  const members = listMembers(root).map((member) => readMember(member, root))
  const wings = new Map(members.map(({ name, wing }) => [name, wing]))
  return [
    ...circleFaults(members, wings),
    ...members.flatMap((member) => [
      ...manifestFaults(member, wings),
      ...importFaults(member, wings, root),
      ...cycleFaults(member, root),
    ]),
  ]
}

function readMember({ folder, wing }, root) {
  const { name, dependencies = {}, peerDependencies = {}, devDependencies = {} } = readManifest(folder)
  return {
    name: shortName(name),
    wing,
    folder,
    dependencies: ours(dependencies),
    devDependencies: ours(devDependencies),
    // The program that a client is a part of brings what is declared as a peer.
    npm: [...Object.keys(dependencies), ...Object.keys(peerDependencies)],
    testNpm: [...Object.keys(devDependencies), ...testTools(root)],
  }
}

/** What the tests of every package may import: the root's own tools. */
function testTools(root) {
  return Object.keys(readManifest(root).devDependencies ?? {})
}

/** Packages of one wing may use one another, but not in a circle. */
function circleFaults(members, wings) {
  const uses = new Map(
    members.map(({ name, dependencies, devDependencies }) => [
      name,
      [...dependencies, ...devDependencies].filter((used) => used !== name && wings.get(used) !== 'tools'),
    ]),
  )
  return findCycles(uses).map((names) => `circle of packages: ${[...names, names[0]].join(' -> ')}`)
}

function manifestFaults({ name, wing, dependencies, devDependencies }, wings) {
  if (!WINGS.includes(wing)) return [`${name} is in ${wing}, which is no wing of scripts/wings.mjs`]
  return [
    ...dependencies.map((used) => useFault(name, used, false, wings)),
    ...devDependencies.map((used) => useFault(name, used, true, wings)),
  ]
    .filter(Boolean)
    .map((fault) => `${name}/package.json: ${fault}`)
}

function importFaults({ name, folder, dependencies, devDependencies, npm, testNpm }, wings, root) {
  return listSources(folder).flatMap((file) => {
    const isTest = mayUseTests(name) || TEST_FILE.test(file) || BUILD_FILE.test(file)
    const declared = isTest ? [...dependencies, ...devDependencies, name] : dependencies
    const declaredNpm = isTest ? [...npm, ...testNpm] : npm
    return importsOf(file)
      .map((specifier) =>
        importFault({ name, folder, file, specifier, isTest, declared, declaredNpm, wings }),
      )
      .filter(Boolean)
      .map((fault) => `${relative(root, file)}: ${fault}`)
  })
}

function importFault({ name, folder, file, specifier, isTest, declared, declaredNpm, wings }) {
  if (!isTest && TEST_FILE.test(specifier)) return `imports ${specifier}, which is for tests only`
  if (specifier.startsWith('.')) {
    const target = resolve(file, '..', specifier)
    return target.startsWith(`${folder}/`) ? undefined : `reaches out of its package to ${specifier}`
  }
  if (specifier.startsWith('node:')) return undefined
  if (!specifier.startsWith(SCOPE)) return npmFault(specifier, declaredNpm)
  const used = shortName(specifier.split('/').slice(0, 2).join('/'))
  if (!declared.includes(used)) return `imports ${used}, which its package.json does not declare`
  return used === name ? undefined : useFault(name, used, isTest, wings)
}

/** A package that another one happens to bring is there on this machine, and not on the next. */
function npmFault(specifier, declared) {
  const used = NPM_NAME.exec(specifier)?.[0]
  // Text that only looks like an import, in a page that a test writes.
  if (used === undefined) return undefined
  return declared.includes(used) ? undefined : `imports ${used}, which its package.json does not declare`
}

function cycleFaults({ folder }, root) {
  return findImportCycles(folder).map(
    (files) => `import cycle: ${[...files, files[0]].map((file) => relative(root, file)).join(' -> ')}`,
  )
}

/** Why `name` may not use `used`, or undefined when it may. */
function useFault(name, used, inTest, wings) {
  if (!wings.has(used)) return `uses ${used}, which is not in this workspace`
  if (used === TEST_ONLY.package)
    return inTest || mayUseTests(name) ? undefined : `uses ${used}, which is for tests only`
  const [own, other] = [wings.get(name), wings.get(used)]
  if (other === 'tools' && inTest) return undefined
  if (WINGS.indexOf(other) < WINGS.indexOf(own)) return undefined
  if (other === own && own !== 'services') return undefined
  return `uses ${used}, which is not below it (${other}, own wing ${own})`
}

function mayUseTests(name) {
  return name === TEST_ONLY.package || TEST_ONLY.users.includes(name)
}

function ours(dependencies) {
  return Object.keys(dependencies)
    .filter((name) => name.startsWith(SCOPE))
    .map(shortName)
}

function shortName(name) {
  return name.replace(SCOPE, '')
}
