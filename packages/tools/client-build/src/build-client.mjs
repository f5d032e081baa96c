import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { BUILT, publishedManifest } from './published-manifest.mjs'

const LICENSE = join(import.meta.dirname, '../../../../LICENSE')

/**
 * Makes what is published of the client in `folder`, as it is packed: the modules of its `tsconfig.build.json` in `dist`, whatever else `files` of its
 * manifest names, README, licence and manifest. `--out` says where; by default in the client's `dist`, from where `npm publish dist` takes it.
 * Returns that folder. It runs on every Node that clients run on, as it may be started before the set-up.
 * @param {string} folder
 * @returns {string}
 */
export function buildClient(folder) {
  const { values } = parseArgs({ options: { out: { type: 'string', default: join(folder, 'dist') } } })
  const { out } = values
  rmSync(out, { recursive: true, force: true })
  compile(folder, join(out, BUILT))
  const manifest = publishedManifest(folder)
  for (const program of Object.values(manifest.bin ?? {})) chmodSync(join(out, program), 0o755)
  for (const path of manifest.files.filter((path) => path !== BUILT))
    cpSync(join(folder, path), join(out, path), { recursive: true })
  copyFileSync(join(folder, 'README.md'), join(out, 'README.md'))
  copyFileSync(LICENSE, join(out, 'LICENSE'))
  writeFileSync(join(out, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  return out
}

function compile(folder, modules) {
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin/tsc')
  const args = ['-p', join(folder, 'tsconfig.build.json'), '--outDir', modules]
  execFileSync(process.execPath, [compiler, ...args], { stdio: 'inherit' })
}
