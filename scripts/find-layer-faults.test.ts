import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { findLayerFaults } from './find-layer-faults.mjs'

let root: string
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'gleaner-layers-'))
  await write('package.json', ROOT_MANIFEST)
})
afterEach(() => rm(root, { recursive: true, force: true }))

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(root, path)), { recursive: true })
  await writeFile(join(root, path), content)
}

const ROOT_MANIFEST = JSON.stringify({ devDependencies: { '@jest/globals': '1.0.0' } })

function manifest(name: string, dependencies: string[] = [], devDependencies: string[] = []): string {
  const section = (names: string[]) =>
    Object.fromEntries(names.map((one) => [`@gleaner/${one}`, 'workspace:*']))
  return JSON.stringify({
    name: `@gleaner/${name}`,
    dependencies: section(dependencies),
    devDependencies: section(devDependencies),
  })
}

const NEIGHBOURS = [
  ['packages/platform', 'db'],
  ['packages/work', 'jobs'],
  ['packages/people', 'accounts'],
  ['services', 'gateway'],
  ['services', 'webhooks'],
  ['packages/tools', 'target-site'],
  ['packages/tools', 'testkit'],
] as const

describe('findLayerFaults', () => {
  test('finds nothing in a tree that only looks down', async () => {
    await write('packages/platform/db/package.json', manifest('db', [], ['testkit']))
    await write('packages/work/jobs/package.json', manifest('jobs', ['db'], ['testkit']))
    await write('packages/work/jobs/src/a.ts', "import { pool } from '@gleaner/db'\nimport './b.ts'\n")
    await write('packages/work/jobs/src/b.ts', "export const b = '@gleaner/gateway'\n")
    await write(
      'packages/work/jobs/src/a.test.ts',
      "import { startPostgres } from '@gleaner/testkit/postgres'\n",
    )
    await write('packages/work/crawl/package.json', manifest('crawl', ['jobs', 'db'], ['target-site']))
    await write('packages/work/crawl/src/a.test.ts', "import '@gleaner/target-site/pages'\n")
    for (const [home, name] of NEIGHBOURS.slice(3))
      await write(`${home}/${name}/package.json`, manifest(name))
    await write('packages/tools/devstack/package.json', manifest('devstack', ['gateway'], ['testkit']))
    await write(
      'packages/tools/devstack/src/fleet.ts',
      "const load = () => import('@gleaner/gateway/service')\n",
    )
    await write('packages/tools/devstack/src/tests/a.ts', "import '@gleaner/testkit/x'\n")
    expect(findLayerFaults(root)).toEqual([])
  })

  test.each([
    ['packages/platform/db', "import { x } from '@gleaner/jobs'", 'uses jobs, which is not below it'],
    [
      'packages/work/jobs',
      "import { x } from '@gleaner/target-site'",
      'uses target-site, which is not below it',
    ],
    ['services/gateway', "import { x } from '@gleaner/webhooks'", 'uses webhooks, which is not below it'],
    [
      'packages/work/jobs',
      "import type { X } from '@gleaner/accounts/x'",
      'uses accounts, which is not below it',
    ],
    [
      'packages/work/jobs',
      "const x = await import('@gleaner/gateway')",
      'uses gateway, which is not below it',
    ],
    ['packages/work/jobs', "export * from '@gleaner/testkit'", 'uses testkit, which is for tests only'],
    [
      'packages/tools/devstack',
      "import '@gleaner/testkit/postgres'",
      'uses testkit, which is for tests only',
    ],
    ['packages/work/jobs', "import '@gleaner/db/testing/fixture'", 'is for tests only'],
    ['packages/work/jobs', "import '../testing/fixture.ts'", 'is for tests only'],
    ['packages/work/jobs', "import '../../../db/src/pool.ts'", 'reaches out of its package'],
    [
      'packages/work/jobs',
      "import { x } from '@gleaner/unheard-of'",
      'uses unheard-of, which is not in this workspace',
    ],
  ])('refuses in %s: %s', async (folder, code, fault) => {
    const used = /@gleaner\/([\w-]+)/.exec(code)?.[1]
    for (const [home, name] of NEIGHBOURS) await write(`${home}/${name}/package.json`, manifest(name))
    await write(`${folder}/package.json`, manifest(basename(folder), used ? [used] : []))
    await write(`${folder}/src/deep/bad.ts`, `${code}\n`)
    const faults = findLayerFaults(root)
    expect(faults).toContainEqual(expect.stringContaining(`${folder}/src/`))
    expect(faults.join('\n')).toContain(fault)
  })

  test('refuses an import that package.json does not declare', async () => {
    await write('packages/platform/db/package.json', manifest('db'))
    await write('packages/work/jobs/package.json', manifest('jobs', [], ['db']))
    await write('packages/work/jobs/src/a.ts', "import { pool } from '@gleaner/db'\n")
    await write('packages/work/jobs/src/a.test.ts', "import { pool } from '@gleaner/db'\n")
    expect(findLayerFaults(root)).toEqual([
      'packages/work/jobs/src/a.ts: imports db, which its package.json does not declare',
    ])
  })

  test('lets a client import what the program that it is a part of brings', async () => {
    await write(
      'clients/node/package.json',
      JSON.stringify({ name: '@gleaner/node', peerDependencies: { host: '*' } }),
    )
    await write('clients/node/src/a.ts', "import { run } from 'host'\n")
    expect(findLayerFaults(root)).toEqual([])
  })

  test('lets what builds a package import what is for developers, and nothing else do so', async () => {
    await write(
      'clients/action/package.json',
      JSON.stringify({ name: '@gleaner/action', devDependencies: { bundler: '1.0.0' } }),
    )
    const source = "import { build } from 'bundler'\n"
    await write('clients/action/build.mjs', source)
    await write('clients/action/bundler.config.ts', source)
    await write('clients/action/src/rebuild.mjs', source)
    expect(findLayerFaults(root)).toEqual([
      'clients/action/src/rebuild.mjs: imports bundler, which its package.json does not declare',
    ])
  })

  test('refuses a package of npm that package.json does not declare, as one that another brings is not there everywhere', async () => {
    const declared = {
      name: '@gleaner/jobs',
      dependencies: { ws: '1.0.0' },
      devDependencies: { nock: '1.0.0' },
    }
    await write('packages/work/jobs/package.json', JSON.stringify(declared))
    const code =
      "import 'node:fs'\nimport 'ws/x'\nimport 'nock'\nimport { a } from '@scope/a/b'\nBuffer.from('text')\n"
    await write('packages/work/jobs/src/a.ts', code)
    await write('packages/work/jobs/src/a.test.ts', `${code}import '@jest/globals'\n`)
    expect(findLayerFaults(root)).toEqual([
      'packages/work/jobs/src/a.test.ts: imports @scope/a, which its package.json does not declare',
      'packages/work/jobs/src/a.ts: imports nock, which its package.json does not declare',
      'packages/work/jobs/src/a.ts: imports @scope/a, which its package.json does not declare',
    ])
  })

  test('refuses a dependency in package.json that nothing imports yet', async () => {
    await write('packages/platform/contracts/package.json', manifest('contracts', ['jobs']))
    await write('packages/work/jobs/package.json', manifest('jobs'))
    expect(findLayerFaults(root)).toEqual([
      'contracts/package.json: uses jobs, which is not below it (work, own wing platform)',
    ])
  })

  test('refuses packages of a wing that use each other in a circle, one that only tests close too', async () => {
    await write('packages/work/jobs/package.json', manifest('jobs', ['batches']))
    await write('packages/work/batches/package.json', manifest('batches', ['crawl']))
    await write('packages/work/crawl/package.json', manifest('crawl', [], ['jobs']))
    expect(findLayerFaults(root)).toEqual(['circle of packages: batches -> crawl -> jobs -> batches'])
  })

  test('refuses a package in a folder that is no wing', async () => {
    await write('packages/odds/ends/package.json', manifest('ends'))
    expect(findLayerFaults(root)).toEqual(['ends is in odds, which is no wing of scripts/wings.mjs'])
  })

  test('names every circle of files in a package by its path, also one of types, and nothing that only looks like one', async () => {
    await write('packages/work/jobs/package.json', manifest('jobs'))
    await write('packages/work/jobs/src/index.ts', "export * from './a.ts'\n")
    await write('packages/work/jobs/src/a.ts', "import { b } from './deep/b.ts'\nimport './leaf.ts'\n")
    await write('packages/work/jobs/src/deep/b.ts', "import type { C } from '../c.ts'\nimport '../leaf.ts'\n")
    await write(
      'packages/work/jobs/src/c.ts',
      "export { a } from './a.ts'\nconst b = import('./deep/b.ts')\n",
    )
    await write('packages/work/jobs/src/leaf.ts', "export const a = './a.ts'\n")
    expect(findLayerFaults(root)).toEqual([
      'import cycle: packages/work/jobs/src/c.ts -> packages/work/jobs/src/deep/b.ts -> packages/work/jobs/src/c.ts',
    ])
    await write('packages/work/jobs/src/c.ts', "export { a } from './a.ts'\n")
    expect(findLayerFaults(root)).toEqual([
      'import cycle: packages/work/jobs/src/a.ts -> packages/work/jobs/src/deep/b.ts -> packages/work/jobs/src/c.ts -> packages/work/jobs/src/a.ts',
    ])
  })

  test('follows a package that imports itself by its name', async () => {
    const exports = { '.': './src/index.ts', './*': './src/*.ts' }
    await write('packages/work/jobs/package.json', JSON.stringify({ name: '@gleaner/jobs', exports }))
    await write('packages/work/jobs/src/index.ts', "export * from './a.test.ts'\n")
    await write('packages/work/jobs/src/a.ts', 'export const a = 1\n')
    await write('packages/work/jobs/src/a.test.ts', "import '@gleaner/jobs'\nimport '@gleaner/jobs/a'\n")
    expect(findLayerFaults(root)).toContain(
      'import cycle: packages/work/jobs/src/a.test.ts -> packages/work/jobs/src/index.ts -> packages/work/jobs/src/a.test.ts',
    )
  })
})
