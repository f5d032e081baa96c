import { existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, test } from '@jest/globals'
import { publishedManifest } from '../packages/tools/client-build/src/published-manifest.mjs'
import { listMembers } from './wings.mjs'

const ROOT = join(import.meta.dirname, '..')

/** Published with the gateway, and as one file of a repository. */
const OTHERWISE = ['dashboard', 'github-action', 'look']

const CLIENTS: [string, string][] = listMembers(ROOT)
  .filter(({ wing }) => wing === 'clients')
  .map(({ folder }): [string, string] => [basename(folder), folder])
  .filter(([client]) => !OTHERWISE.includes(client))

const manifests = new Map(
  CLIENTS.map(([client, folder]) => [client, publishedManifest(folder) as Record<string, unknown>]),
)
const versions = new Map([...manifests.values()].map(({ name, version }) => [name, version]))

test.each(CLIENTS)('the manifest of %s means something to those who install it', (client) => {
  const manifest = manifests.get(client)!
  expect(manifest).toMatchObject({
    name: expect.any(String),
    version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    description: expect.any(String),
    license: 'Apache-2.0',
    files: expect.arrayContaining(['dist']),
  })
  expect(manifest).not.toHaveProperty('private')
  expect(manifest).not.toHaveProperty('devDependencies')
  expect(JSON.stringify(manifest)).not.toMatch(/workspace:|\bsrc\/|(?<!\.d)\.ts"/)
  for (const [name, range] of Object.entries((manifest.dependencies ?? {}) as Record<string, string>))
    if (name.startsWith('@gleaner/')) expect([name, range]).toEqual([name, `^${versions.get(name)}`])
})

test.each(CLIENTS)('%s is built, and says how it is installed and which version it is', (client, folder) => {
  const { name, version } = manifests.get(client)!
  for (const file of ['build.mjs', 'tsconfig.build.json']) expect(existsSync(join(folder, file))).toBe(true)
  const readme = readFileSync(join(folder, 'README.md'), 'utf8')
  expect(readme).toMatch(new RegExp(`npm install (?:-g )?${name}(?![\\w-])`))
  const says = join(folder, 'src/version.ts')
  if (existsSync(says)) expect(readFileSync(says, 'utf8')).toContain(`VERSION = '${version}'`)
})
