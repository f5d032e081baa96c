import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export interface Copy extends Disposable {
  root: string
}

/** Not in git, but needed: the database client. */
const GENERATED = ['packages/platform/db/src/generated']

/** A copy of the working tree that may be changed; npm packages are hard links, as nothing writes to them. Disposing deletes it. */
export function copyTree(root: string): Copy {
  const copy = mkdtempSync(join(tmpdir(), 'gleaner-mutants-'))
  // Some tests run programs of it as other users.
  chmodSync(copy, 0o755)
  for (const file of filesOf(root)) {
    mkdirSync(dirname(join(copy, file)), { recursive: true })
    copyFileSync(join(root, file), join(copy, file))
  }
  for (const folder of GENERATED) cpSync(join(root, folder), join(copy, folder), { recursive: true })
  for (const folder of ['.', ...workspaceFolders(root)]) {
    const packages = join(root, folder, 'node_modules')
    if (existsSync(packages))
      execFileSync('cp', ['-al', packages, join(copy, folder)], { stdio: ['ignore', 'ignore', 'inherit'] })
  }
  return { root: copy, [Symbol.dispose]: () => rmSync(copy, { recursive: true, force: true }) }
}

function filesOf(root: string): string[] {
  const args = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 1 << 26 }).split('\0')
  return files.filter((file) => file !== '' && existsSync(join(root, file)))
}

function workspaceFolders(root: string): string[] {
  return [
    ...new Set(
      filesOf(root)
        .filter((file) => file.endsWith('/package.json'))
        .map(dirname),
    ),
  ]
}
