import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { launch } from '../child/launch.ts'
import type { UnprivilegedUser } from '../child/unprivileged-user.ts'
import type { PostgresPrograms } from './programs.ts'

export const SUPERUSER = 'gleaner'

const INITDB_OPTIONS = [
  `--username=${SUPERUSER}`,
  '--auth=scram-sha-256',
  // The password is 192 random bits: stretching it would only cost every connection time.
  '--set=scram_iterations=1',
  // The built-in locale is the same on every system, whatever locales are installed.
  '--encoding=UTF8',
  '--locale=C',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--no-instructions',
]

/**
 * Makes `<folder>/cluster` with a random password in `<folder>/password`, unless it is there.
 * It is built beside its place and moved there whole, so a kill leaves no half cluster.
 */
export async function initCluster(
  folder: string,
  programs: PostgresPrograms,
  user: UnprivilegedUser | undefined,
): Promise<{ cluster: string; password: string }> {
  const cluster = join(folder, 'cluster')
  const passwordFile = join(folder, 'password')
  const isDone = await stat(cluster).then(
    () => true,
    () => false,
  )
  if (!isDone) await build(cluster, passwordFile, programs, user)
  return { cluster, password: await readFile(passwordFile, 'utf8') }
}

async function build(
  cluster: string,
  passwordFile: string,
  programs: PostgresPrograms,
  user: UnprivilegedUser | undefined,
): Promise<void> {
  const unfinished = `${cluster}.unfinished`
  await rm(unfinished, { recursive: true, force: true })
  await mkdir(unfinished, { mode: 0o700 })
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  for (const path of user ? [unfinished, passwordFile] : []) await chown(path, user!.uid, user!.gid)
  const { program, args, options } = await launch({
    program: programs.initdb,
    args: [...INITDB_OPTIONS, `--pgdata=${unfinished}`, `--pwfile=${passwordFile}`],
    user,
    folders: [programs.folder, unfinished],
  })
  await promisify(execFile)(program, args, { timeout: 120_000, ...options })
  await rename(unfinished, cluster)
}
