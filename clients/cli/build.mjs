// Makes what is published, in `dist`: modules and the manifest. `npm publish dist` takes it from there.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = import.meta.dirname
const { values } = parseArgs({ options: { out: { type: 'string', default: join(FOLDER, 'dist') } } })
const out = values.out

rmSync(out, { recursive: true, force: true })
const compiler = createRequire(import.meta.url).resolve('typescript/bin/tsc')
execFileSync(process.execPath, [compiler, '-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', out], {
  stdio: 'inherit',
})
chmodSync(join(out, 'bin.js'), 0o755)
copyFileSync(join(FOLDER, 'README.md'), join(out, 'README.md'))
copyFileSync(join(FOLDER, '../../LICENSE'), join(out, 'LICENSE'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)

/** Of the workspace's manifest what others need; other clients by the version that they have now. */
function manifest() {
  const { name, version, description, license, type, engines, dependencies } = read(FOLDER)
  const published = Object.entries(dependencies).map(([of, range]) => [
    of,
    range === 'workspace:*' ? `^${read(join(FOLDER, 'node_modules', of)).version}` : range,
  ])
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { gleaner: './bin.js' },
    dependencies: Object.fromEntries(published),
  }
}

function read(folder) {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}
