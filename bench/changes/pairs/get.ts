/**
 * Gets the packages of `packages.txt` in two versions each, by `apt-get` and `npm`, into `<folder>/<registry>-<package>/old` and `.../new`.
 * `node bench/changes/pairs/get.ts <folder>`; what is there stays. A version that is served no more is left out, and said so.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

type Registry = 'deb' | 'npm'

/** How a version of a package is brought into the folder that the command runs in, and unpacked from there. */
const WAYS: Record<
  Registry,
  { get: (what: string[]) => string[]; unpack: (file: string, to: string) => string[] }
> = {
  deb: {
    get: ([name, version]) => ['apt-get', 'download', '-q', `${name}=${version}`],
    unpack: (file, to) => ['dpkg-deb', '-x', file, to],
  },
  npm: {
    get: ([name, version]) => ['npm', 'pack', '--silent', `${name}@${version}`],
    unpack: (file, to) => ['tar', 'xzf', file, '-C', to],
  },
}

const folder = resolve(process.argv[2]!)
for (const line of readFileSync(new URL('packages.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')) {
  const [registry, name, ...versions] = line.split(' ') as [Registry, string, string, string]
  const home = join(folder, `${registry}-${name.replace('/', '-')}`)
  if (existsSync(home)) continue
  const isThere = versions.every((version, at) =>
    bring(registry, name, version, join(home, at === 0 ? 'old' : 'new')),
  )
  if (isThere) continue
  rmSync(home, { recursive: true, force: true })
  console.error(`left out: ${line}`)
}

function bring(registry: Registry, name: string, version: string, to: string): boolean {
  const cwd = mkdtempSync(join(tmpdir(), 'gleaner-pairs-'))
  const run = ([program, ...args]: string[]) =>
    spawnSync(program!, args, { cwd, stdio: 'ignore', timeout: 300_000 }).status === 0
  try {
    const { get, unpack } = WAYS[registry]
    mkdirSync(to, { recursive: true })
    return run(get([name, version])) && run(unpack(readdirSync(cwd)[0]!, to))
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}
