/**
 * `node bench/lib/mixture/get.ts <folder>` puts the pages of `pages.tsv` into a folder, of the npm and Debian packages that bring them. Pages
 * that are there already are kept. Ends with 1 and names them when some are not to be had, or are not the listed ones.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ListedPage, readPageList } from './page-list.ts'

const USAGE = 'node bench/lib/mixture/get.ts <folder>'

function main(folder: string | undefined): void {
  if (!folder) {
    console.error(USAGE)
    process.exit(2)
  }
  mkdirSync(folder, { recursive: true })
  const fileOf = (page: ListedPage) => join(folder, `${page.name}.html`)
  const pages = readPageList()
  const isThere = (page: ListedPage) => existsSync(fileOf(page)) && isListed(page, readFileSync(fileOf(page)))
  const wanted = pages.filter((page) => !isThere(page))
  for (const members of Map.groupBy(wanted, (page) => `${page.source} ${page.package}`).values())
    inUnpacked(members[0]!, (root) => {
      for (const page of members) copyPage(page, join(root, page.file), fileOf(page))
    })
  const missing = pages.filter((page) => !isThere(page))
  console.log(`${pages.length - missing.length} of ${pages.length} pages are in ${folder}`)
  for (const { name, package: from, version, file } of missing)
    console.log(`missing: ${name}, ${file} of ${from} ${version}`)
  process.exitCode = missing.length > 0 ? 1 : 0
}

function copyPage(page: ListedPage, from: string, to: string): void {
  if (!existsSync(from)) return
  const bytes = readFileSync(from)
  if (isListed(page, bytes)) writeFileSync(to, bytes)
}

function isListed({ sha256 }: ListedPage, bytes: Uint8Array): boolean {
  return createHash('sha256').update(bytes).digest('hex') === sha256
}

/** Runs `use` with the folder of an unpacked package, or not at all where the package is not to be had. */
function inUnpacked(page: ListedPage, use: (root: string) => void): void {
  const scratch = mkdtempSync(join(tmpdir(), 'mixture-'))
  const run = (command: string, args: string[]) =>
    execFileSync(command, args, { cwd: scratch, stdio: ['ignore', 'ignore', 'inherit'] })
  try {
    use(page.source === 'npm' ? unpackNpm(page, scratch, run) : unpackDebian(page, scratch, run))
  } catch (error) {
    console.error(`${page.package} ${page.version}: ${(error as Error).message}`)
  } finally {
    rmSync(scratch, { recursive: true })
  }
}

type Run = (command: string, args: string[]) => void

function unpackNpm({ package: name, version }: ListedPage, scratch: string, run: Run): string {
  run('npm', ['pack', '--silent', `${name}@${version}`])
  run('tar', ['xzf', only(scratch)])
  return join(scratch, 'package')
}

/** Distributions keep only the newest version: most of its pages are still the listed ones. */
function unpackDebian({ package: name, version }: ListedPage, scratch: string, run: Run): string {
  try {
    run('apt-get', ['download', '-q', `${name}=${version}`])
  } catch {
    run('apt-get', ['download', '-q', name])
  }
  run('dpkg-deb', ['-x', only(scratch), scratch])
  return scratch
}

function only(scratch: string): string {
  return join(scratch, readdirSync(scratch)[0]!)
}

main(process.argv[2])
