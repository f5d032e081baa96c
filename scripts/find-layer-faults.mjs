import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import { findImportCycles } from './find-import-cycles.mjs'
import { LAYERS, TEST_ONLY } from './layers.mjs'
import { importsOf, listSources } from './sources.mjs'

const SCOPE = '@gleaner/'
const NPM_NAME = /^(?:@[\w.-]+\/)?[\w.-]+(?=\/|$)/
// In a file's path as in a specifier.
const TEST_FILE = /\.test\.ts$|\/(?:tests|testing|fixtures)\//

/**
 * Everything in the workspace at `root` that breaks the rules of layers.mjs, as one sentence each.
 * @param {string} root
 * @returns {string[]}
 */
export function findLayerFaults(root) {
  return listPackages(root).flatMap((member) => [
    ...manifestFaults(member),
    ...importFaults(member, root),
    ...cycleFaults(member, root),
  ])
}

function listPackages(root) {
  const folders = ['packages', 'services'].flatMap((parent) => {
    const folder = join(root, parent)
    return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : []
  })
  return [...folders, join(root, 'bench')]
    .filter((folder) => existsSync(join(folder, 'package.json')))
    .map((folder) => {
      const {
        name,
        dependencies = {},
        devDependencies = {},
      } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
      return {
        name: shortName(name),
        folder,
        dependencies: ours(dependencies),
        devDependencies: ours(devDependencies),
        npm: Object.keys(dependencies),
        testNpm: [...Object.keys(devDependencies), ...testTools(root)],
      }
    })
}

/** What the tests of every package may import: the root's own tools. */
function testTools(root) {
  const { devDependencies = {} } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return Object.keys(devDependencies)
}

function manifestFaults({ name, dependencies, devDependencies }) {
  if (!(name in LAYERS)) return [`${name} stands on no layer: add it to scripts/layers.mjs`]
  return [
    ...dependencies.map((used) => useFault(name, used, false)),
    ...devDependencies.map((used) => useFault(name, used, true)),
  ]
    .filter(Boolean)
    .map((fault) => `${name}/package.json: ${fault}`)
}

function importFaults({ name, folder, dependencies, devDependencies, npm, testNpm }, root) {
  return listSources(folder).flatMap((file) => {
    const isTest = mayUseTests(name) || TEST_FILE.test(file)
    const declared = isTest ? [...dependencies, ...devDependencies, name] : dependencies
    const declaredNpm = isTest ? [...npm, ...testNpm] : npm
    return importsOf(file)
      .map((specifier) => importFault({ name, folder, file, specifier, isTest, declared, declaredNpm }))
      .filter(Boolean)
      .map((fault) => `${relative(root, file)}: ${fault}`)
  })
}

function importFault({ name, folder, file, specifier, isTest, declared, declaredNpm }) {
  if (!isTest && TEST_FILE.test(specifier)) return `imports ${specifier}, which is for tests only`
  if (specifier.startsWith('.')) {
    const target = resolve(file, '..', specifier)
    return target.startsWith(`${folder}/`) ? undefined : `reaches out of its package to ${specifier}`
  }
  if (specifier.startsWith('node:')) return undefined
  if (!specifier.startsWith(SCOPE)) return npmFault(specifier, declaredNpm)
  const used = shortName(specifier.split('/').slice(0, 2).join('/'))
  if (!declared.includes(used)) return `imports ${used}, which its package.json does not declare`
  return used === name ? undefined : useFault(name, used, isTest)
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
function useFault(name, used, inTest) {
  if (!(used in LAYERS)) return `uses ${used}, which stands on no layer`
  if (used === TEST_ONLY.package) {
    return inTest || mayUseTests(name) ? undefined : `uses ${used}, which is for tests only`
  }
  if (LAYERS[used] < LAYERS[name]) return undefined
  return `uses ${used}, which is not below it (layer ${LAYERS[used]}, own layer ${LAYERS[name]})`
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
