// Makes what is published, in `dist`: modules as n8n loads them, icons, and the manifest. `npm publish dist` takes it from there.
import { execFileSync } from 'node:child_process'
import { copyFileSync, cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'

const FOLDER = import.meta.dirname
const { values } = parseArgs({ options: { out: { type: 'string', default: join(FOLDER, 'dist') } } })
const out = values.out
// The manifest of a package of n8n names its files below `dist`.
const modules = join(out, 'dist')

rmSync(out, { recursive: true, force: true })
const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
execFileSync(process.execPath, [compiler, '-p', join(FOLDER, 'tsconfig.build.json'), '--outDir', modules], {
  stdio: 'inherit',
})
for (const path of globSync(['icons/*.svg', 'nodes/**/*.node.json'], { cwd: FOLDER }))
  cpSync(join(FOLDER, path), join(modules, path))
copyFileSync(join(FOLDER, 'README.md'), join(out, 'README.md'))
copyFileSync(join(FOLDER, '../../LICENSE'), join(out, 'LICENSE'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)

/** Without what is for this workspace; n8n loads CommonJS, which is what a package without `type` is. */
function manifest() {
  const {
    private: _,
    type: __,
    scripts: ___,
    devDependencies: ____,
    ...published
  } = JSON.parse(readFileSync(join(FOLDER, 'package.json'), 'utf8'))
  return published
}
