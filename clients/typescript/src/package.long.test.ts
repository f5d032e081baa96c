import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type SharedFleet, shareFleet } from '@gleaner/devstack/testing/shared-fleet'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { VERSION } from './index.ts'

const run = promisify(execFile)
const PACKAGE = join(import.meta.dirname, '..')
const TSC = createRequire(import.meta.url).resolve('typescript/bin/tsc')

let folder: string
let fleet: SharedFleet
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-package-'))
  ;[fleet] = await Promise.all([shareFleet(), install()])
})
afterAll(() => rm(folder, { recursive: true, force: true }))

/** What would be published, in a project of somebody who has nothing else. */
async function install(): Promise<void> {
  const dist = join(folder, 'dist')
  const project = join(folder, 'project')
  await run(process.execPath, [join(PACKAGE, 'build.mjs'), '--out', dist])
  const { stdout } = await run('npm', ['pack', dist, '--pack-destination', folder, '--json'])
  const [{ filename }] = JSON.parse(stdout)
  await mkdir(project)
  await writeFile(join(project, 'package.json'), '{ "type": "module", "private": true }')
  const tarball = join(folder, filename)
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', tarball], { cwd: project })
}

async function quickStart(): Promise<string> {
  const readme = await readFile(join(PACKAGE, 'README.md'), 'utf8')
  return /## Quick start[\s\S]*?```ts\n([\s\S]*?)```/.exec(readme)![1]!
}

test('the quick start runs as it is written, with the package as it is published', async () => {
  const project = join(folder, 'project')
  // It is JavaScript as well.
  await writeFile(join(project, 'start.mjs'), await quickStart())
  const { info, url } = fleet
  const env = { PATH: process.env.PATH, GLEANER_URL: url, GLEANER_API_KEY: info.api_key }
  const { stdout, stderr } = await run(process.execPath, ['start.mjs', info.sample_site], {
    cwd: project,
    env,
  })
  expect(stderr).toBe('')
  expect(stdout).toContain('markdown:')
  expect(stdout.match(new RegExp(`^${info.sample_site}/article .+$`, 'm'))).not.toBeNull()
  expect(stdout).toMatch(/ALL_TIERS_FAILED/)
})

test('the quick start is strict TypeScript, for Node and for browsers', async () => {
  const project = join(folder, 'project')
  const globals = 'declare const process: { argv: string[] }\n'
  await writeFile(join(project, 'start.ts'), globals + (await quickStart()))
  for (const resolution of [{ module: 'nodenext' }, { module: 'esnext', moduleResolution: 'bundler' }]) {
    const compilerOptions = {
      strict: true,
      noEmit: true,
      target: 'es2022',
      lib: ['es2022', 'dom', 'dom.iterable'],
      types: [],
      ...resolution,
    }
    await writeFile(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['start.ts'] }))
    const compiled = await run(process.execPath, [TSC, '-p', project]).catch(
      (error: { stdout: string }) => error,
    )
    expect(compiled.stdout).toBe('')
  }
})

test('nothing is imported but the package itself, so that it runs wherever there is fetch', async () => {
  const { stdout } = await run(
    'grep',
    ['-rhoE', `(from|import\\() ?["'][^."'][^"']*`, '--include=*.js', '.'],
    {
      cwd: join(folder, 'dist'),
    },
  ).catch((error: { stdout: string }) => error)
  expect(stdout).toBe('')
  expect(VERSION).toBe(JSON.parse(await readFile(join(PACKAGE, 'package.json'), 'utf8')).version)
})
