import { mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, normalize } from 'node:path'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { pagePath } from './page-path.ts'
import { writeInside } from './write-inside.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gleaner-cli-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

const HOSTILE = [
  'https://example.com/../../etc/passwd',
  'https://example.com/..%2f..%2f..%2fetc%2fpasswd',
  'https://example.com/%2e%2e/%2e%2e/x',
  'https://example.com/a/..%5c..%5cwindows',
  'https://example.com/C:%5Cx',
  'https://example.com/%00',
  'https://example.com/a%0Ab',
  'https://example.com/con/NUL.txt/com1',
  'https://example.com/.git/config',
  'https://example.com/-rf',
  'https://example.com/a|b;c$(x)`y`',
  'https://example.com/%E0%A4%A',
  'https://example.com/%F0%9F%92%A9/%E2%80%AE',
  `https://example.com/${'x'.repeat(3_000)}`,
  `https://example.com/${'y/'.repeat(500)}`,
  `https://example.com/${'%E6%97%A5'.repeat(200)}`,
  'https://example.com/...',
  'https://example.com/a./b.',
  'https://[::1]:8080/x',
  'https://xn--bcher-kva.example/',
]

test.each(HOSTILE)(
  '%.60s: every name is safe on every file system, and it is written below the folder',
  async (url) => {
    const path = pagePath(url, '.md')
    expect(normalize(path)).toBe(path)
    for (const name of path.split('/')) {
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}_~][\p{L}\p{M}\p{N}_~.-]*$/u)
      expect(name).not.toMatch(/\.$|^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i)
      expect(Buffer.byteLength(name)).toBeLessThan(120)
    }
    await writeInside(folder, path, url)
    expect(await readFile(join(folder, path), 'utf8')).toBe(url)
  },
)

test('addresses that differ have names that differ, whatever case the file system has; the same one has the same', () => {
  const urls = [
    ...HOSTILE.slice(3),
    ...[
      '',
      'a',
      'A',
      'a/',
      'a/index',
      'index',
      'a?x=1',
      'a?x=2',
      'a//b',
      'a/b',
      'a%2Fb',
      'a.md',
      'a.md/b',
    ].map((rest) => `https://example.com/${rest}`),
    `https://example.com/${pagePath('https://example.com/A', '').split('/').at(-1)}`,
    'https://example.com:8443/a',
    'https://other.example/a',
  ]
  const paths = urls.map((url) => pagePath(url, '.md').toLowerCase())
  expect(new Set(paths).size).toBe(urls.length)
  expect(urls.map((url) => pagePath(url, '.md').toLowerCase())).toEqual(paths)
})

test('a link that leads out of the folder is not followed: neither that of a folder nor that of a file', async () => {
  const outside = await mkdtemp(join(tmpdir(), 'gleaner-cli-'))
  await symlink(outside, join(folder, 'way-out'))
  await expect(writeInside(folder, 'way-out/a.md', 'x')).rejects.toThrow('outside')
  await symlink(join(outside, 'victim'), join(folder, 'b.md'))
  await writeInside(folder, 'b.md', 'ours')
  expect(await readFile(join(folder, 'b.md'), 'utf8')).toBe('ours')
  expect(await readdir(outside)).toEqual([])
  await rm(outside, { recursive: true })
})

test.each(['../a.md', 'a/../../b.md'])('%s is not written', async (path) => {
  await expect(writeInside(folder, path, 'x')).rejects.toThrow('outside')
})
