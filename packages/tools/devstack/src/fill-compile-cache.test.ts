import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { fillCompileCache } from './fill-compile-cache.ts'

let cache: string
beforeEach(async () => {
  cache = await mkdtemp(join(tmpdir(), 'gleaner-compiled-'))
})
afterEach(() => rm(cache, { recursive: true, force: true }))

const MARK = `services-${process.version}`
const compiled = async () => (await readdir(cache, { recursive: true })).filter((path) => path !== MARK)

describe('fillCompileCache', () => {
  test('leaves the modules of all services compiled, and remembers that it did', async () => {
    const env = { PATH: process.env.PATH, NODE_COMPILE_CACHE: cache }
    await fillCompileCache(env)
    expect(await readdir(cache)).toContain(MARK)
    expect((await compiled()).length).toBeGreaterThan(500)

    for (const name of await compiled()) await rm(join(cache, name), { recursive: true, force: true })
    await fillCompileCache(env)
    expect(await compiled()).toEqual([])
  })

  test('does nothing where no cache is wanted', async () => {
    await fillCompileCache({ PATH: process.env.PATH })
    expect(await readdir(cache)).toEqual([])
  })
})
