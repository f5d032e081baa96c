import { execFile } from 'node:child_process'
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { findChromium, findRedis } from './setup/find-program.mjs'
import { withLock } from './setup/lock.mjs'
import { describeMissing, PROGRAMS } from './setup/missing-programs.mjs'
import { fingerprint, packageFiles, readStamps, writeStamp } from './setup/stamp.mjs'
import { systemFamily } from './setup/system-family.mjs'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-setup-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('the set-up lock', () => {
  // Each process reads a number, waits and writes it back plus one: only one at a time keeps the count right.
  const ADD_ONE = `
    import { readFileSync, writeFileSync } from 'node:fs'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { withLock } from ${JSON.stringify(new URL('setup/lock.mjs', import.meta.url).href)}
    await withLock(process.argv[1], async () => {
      const count = Number(readFileSync(process.argv[2], 'utf8'))
      // Long enough for another one to read the same number.
      await sleep(100)
      writeFileSync(process.argv[2], String(count + 1))
    })`
  const addOne = (lock: string, counter: string) =>
    promisify(execFile)(process.execPath, ['--input-type=module', '-e', ADD_ONE, lock, counter])

  test('lets one process in at a time', async () => {
    const [lock, counter] = [join(folder, 'a.lock'), join(folder, 'a.count')]
    await writeFile(counter, '0')
    await Promise.all([1, 2, 3, 4].map(() => addOne(lock, counter)))
    expect(await readFile(counter, 'utf8')).toBe('4')
  })

  test('takes over the lock of a process that died, also when several want it', async () => {
    const [lock, counter] = [join(folder, 'b.lock'), join(folder, 'b.count')]
    await writeFile(lock, '999999999 12345')
    await writeFile(counter, '0')
    await Promise.all([1, 2, 3].map(() => addOne(lock, counter)))
    expect(await readFile(counter, 'utf8')).toBe('3')
  })

  test('takes over when the number belongs to another process by now', async () => {
    const lock = join(folder, 'c.lock')
    await writeFile(lock, `${process.pid} 1`)
    expect(await withLock(lock, async () => 'done')).toBe('done')
  })

  test('is given back when the work fails', async () => {
    const lock = join(folder, 'd.lock')
    const failing = withLock(lock, () => Promise.reject(new Error('no network')))
    await expect(failing).rejects.toThrow('no network')
    expect(await withLock(lock, async () => 'next')).toBe('next')
  })
})

describe('the stamp of an installation', () => {
  test('changes with any package.json and with the lock file, and goes with node_modules', async () => {
    const root = join(folder, 'tree')
    await mkdir(join(root, 'packages/work/a'), { recursive: true })
    await mkdir(join(root, 'node_modules'))
    await writeFile(join(root, 'package.json'), '{}')
    await writeFile(join(root, 'packages/work/a/package.json'), '{}')
    const first = fingerprint(packageFiles(root))
    expect(fingerprint(packageFiles(root))).toBe(first)
    await writeFile(join(root, 'packages/work/a/package.json'), '{"dependencies":{}}')
    const second = fingerprint(packageFiles(root))
    await writeFile(join(root, 'pnpm-lock.yaml'), 'lockfileVersion: 9')
    expect(new Set([first, second, fingerprint(packageFiles(root))]).size).toBe(3)

    writeStamp(root, 'packages', second)
    writeStamp(root, 'client', 'x')
    expect(readStamps(root)).toEqual({ packages: second, client: 'x' })
    await rm(join(root, 'node_modules'), { recursive: true })
    expect(readStamps(root)).toEqual({})
  })
})

describe('finding programs', () => {
  test('looks for Redis or Valkey and for any Chromium on the PATH', async () => {
    for (const name of ['valkey-server', 'google-chrome']) await writeFile(join(folder, name), '')
    expect(findRedis({ PATH: folder })).toBeUndefined()
    for (const name of ['valkey-server', 'google-chrome']) await chmod(join(folder, name), 0o755)
    expect(findRedis({ PATH: `/nowhere:${folder}` })).toBe(join(folder, 'valkey-server'))
    expect(findChromium({ PATH: folder })).toBe(join(folder, 'google-chrome'))
  })

  test('takes the browser that the environment names, and no other', () => {
    expect(findChromium({ PATH: folder, CHROMIUM_PATH: '/bin/sh' })).toBe('/bin/sh')
    expect(findChromium({ PATH: folder, PUPPETEER_EXECUTABLE_PATH: '/nowhere/chrome' })).toBeUndefined()
  })
})

describe('what is missing', () => {
  test.each([
    ['linux', 'ID=debian\n', 'debian'],
    ['linux', 'ID=linuxmint\nID_LIKE="ubuntu debian"\n', 'ubuntu'],
    ['linux', 'ID_LIKE="rhel centos fedora"\nID="rocky"\n', 'fedora'],
    ['linux', 'ID=alpine\n', 'alpine'],
    ['linux', '', undefined],
    ['darwin', '', 'mac'],
  ] as const)('is told by the kind of system (%s %j)', (platform, release, family) => {
    expect(systemFamily(platform, release)).toBe(family)
  })

  const cases = [
    [{ system: 'debian', isRoot: false }, 'sudo apt-get install -y redis-server chromium'],
    [{ system: 'debian', isRoot: true }, 'apt-get install -y redis-server chromium'],
    [{ system: 'fedora', isRoot: false }, 'sudo dnf install -y valkey chromium'],
    [{ system: 'alpine', isRoot: true }, 'apk add redis chromium'],
    [{ system: 'mac', isRoot: false }, 'brew install redis && brew install --cask google-chrome'],
  ] as const
  test.each(cases)('comes with the command for that system (%j)', (machine, command) => {
    const message = describeMissing(PROGRAMS, machine)
    expect(message.split('\n')).toContain(`  ${command}`)
    expect(message).toContain('Redis (redis-server or valkey-server)')
    expect(message).toContain('CHROMIUM_PATH')
  })
})
