import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where a published package has its modules, as its sources are in `src`. */
export const BUILT = 'dist'

/**
 * The manifest of the client in `folder` for those who install it: paths of what is built in place of sources, other clients by the version that they
 * have now, and nothing that is for this workspace. `publishConfig` has what differs otherwise.
 * @param {string} folder
 */
export function publishedManifest(folder) {
  const {
    private: _,
    scripts: __,
    devDependencies: ___,
    publishConfig,
    exports,
    bin,
    dependencies,
    ...manifest
  } = readManifest(folder)
  return {
    ...manifest,
    ...publishConfig,
    ...(exports && publishedExports(exports)),
    ...(bin && { bin: mapValues(bin, (path) => built(path, 'js')) }),
    ...(dependencies && { dependencies: publishedDependencies(folder, dependencies) }),
  }
}

/** `types` is for compilers that do not look at exports. */
function publishedExports(exports) {
  const modules = mapValues(exports, (path) => ({
    types: `./${built(path, 'd.ts')}`,
    default: `./${built(path, 'js')}`,
  }))
  return { exports: { ...modules, './package.json': './package.json' }, types: modules['.'].types }
}

function publishedDependencies(folder, dependencies) {
  return Object.fromEntries(
    Object.entries(dependencies).map(([name, range]) => [
      name,
      range === 'workspace:*' ? `^${readManifest(join(folder, 'node_modules', name)).version}` : range,
    ]),
  )
}

/** `./src/a/b.ts` becomes `dist/a/b.js`: without the dot, which npm takes off a `bin`. */
function built(path, extension) {
  return path.replace(/^(?:\.\/)?src\/(.+)\.ts$/, `${BUILT}/$1.${extension}`)
}

function mapValues(record, map) {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, map(value)]))
}

function readManifest(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
