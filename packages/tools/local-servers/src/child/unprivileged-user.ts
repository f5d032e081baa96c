import { readFile } from 'node:fs/promises'

export interface UnprivilegedUser {
  uid: number
  gid: number
}

// Postgres refuses to run as root. A user that every system has is enough: nothing is added to the system.
const CANDIDATES = ['postgres', 'nobody']

/** The user that Postgres must run as when we are root; undefined when we are an ordinary user. */
export async function unprivilegedUser(): Promise<UnprivilegedUser | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const passwd = await readFile('/etc/passwd', 'utf8').catch(() => '')
  for (const name of CANDIDATES) {
    const fields = passwd
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.split(':')
    if (fields) return { uid: Number(fields[2]), gid: Number(fields[3]) }
  }
  throw new Error(`Postgres cannot run as root, and none of the users ${CANDIDATES.join(', ')} exists here`)
}
