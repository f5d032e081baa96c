// `npm run build [FOLDER]`: writes what is published to FOLDER, by default dist. n8n loads CommonJS.
import { execFileSync } from 'node:child_process'
import { cpSync, globSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const FOLDER = fileURLToPath(new URL('..', import.meta.url))
const target = process.argv[2] ?? join(FOLDER, 'dist')
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

rmSync(target, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', target], {
  cwd: FOLDER,
  stdio: 'inherit',
})
// The package itself is ESM.
writeFileSync(join(target, 'package.json'), '{ "type": "commonjs" }\n')
for (const path of globSync(['icons/*.svg', 'nodes/**/*.node.json'], { cwd: FOLDER }))
  cpSync(join(FOLDER, path), join(target, path))
