// Makes what is published, in `dist`: modules, their declarations, and the manifest. `npm publish dist` takes it from there.
import { execFileSync } from 'node:child_process'
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
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
copyFileSync(join(FOLDER, 'README.md'), join(out, 'README.md'))
copyFileSync(join(FOLDER, '../../LICENSE'), join(out, 'LICENSE'))
writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`)

/** Of the workspace's manifest what others need. */
function manifest() {
  const { name, version, description, license, type, sideEffects, engines } = JSON.parse(
    readFileSync(join(FOLDER, 'package.json'), 'utf8'),
  )
  const exports = {
    '.': { types: './index.d.ts', default: './index.js' },
    './package.json': './package.json',
  }
  return { name, version, description, license, type, sideEffects, engines, exports, types: './index.d.ts' }
}
