import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseApiKey } from '@gleaner/security/api-key'
import { createSecretBox } from '@gleaner/security/secret-box'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { loadSecrets } from './secrets.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-secrets-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

describe('loadSecrets', () => {
  test('makes usable secrets once, keeps them, and lets only the owner read them', async () => {
    const file = join(folder, 'secrets.json')
    const first = await loadSecrets(file)
    expect(await loadSecrets(file)).toEqual(first)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    expect([first.api_key, first.test_key].map(parseApiKey)).toEqual(['live', 'test'])
    const box = createSecretBox(first.encryption_keys)
    expect(box.open(box.seal('s', 'c'), 'c')).toBe('s')
  })

  test('makes other secrets for another folder', async () => {
    const [one, two] = await Promise.all(['a', 'b'].map((name) => loadSecrets(join(folder, `${name}.json`))))
    const values = [one, two].flatMap((all) => [
      all!.encryption_keys,
      all!.jwt_secret,
      all!.api_key,
      all!.admin.password,
      all!.redis_password,
    ])
    expect(new Set(values).size).toBe(10)
  })

  test('adds a secret that an older version did not have, and keeps the others', async () => {
    const file = join(folder, 'older.json')
    const { redis_password, ...older } = await loadSecrets(file)
    await writeFile(file, JSON.stringify(older), { mode: 0o644 })
    const first = await loadSecrets(file)
    expect(first).toMatchObject(older)
    expect(first.redis_password).toMatch(/^[\w-]{32}$/)
    expect(first.redis_password).not.toBe(redis_password)
    expect(await loadSecrets(file)).toEqual(first)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('closes a file that others could read', async () => {
    const file = join(folder, 'open.json')
    await loadSecrets(file)
    await chmod(file, 0o644)
    await loadSecrets(file)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('does not replace a damaged file, which would make sealed data unreadable', async () => {
    const file = join(folder, 'damaged.json')
    await writeFile(file, '{"encryption_keys": "k1:')
    await expect(loadSecrets(file)).rejects.toThrow('is damaged')
    expect(await readFile(file, 'utf8')).toBe('{"encryption_keys": "k1:')
  })
})
