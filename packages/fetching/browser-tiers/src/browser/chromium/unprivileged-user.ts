import { readFileSync } from 'node:fs'

/** The user that browsers run as, and how a command becomes that user's. */
export interface BrowserUser {
  uid: number
  gid: number
  /** Goes in front of a command to run it as this user; empty when this process already does. */
  command: readonly string[]
  /** Options of unshare(1) that give the user a number in a user namespace of its own. */
  mapping: readonly string[]
  /** This process is root and cannot become anybody else: only a user namespace takes root's rights away. */
  isRoot: boolean
}

/**
 * Chromium is never root: a hole in it would be one in the whole machine, and its sandbox refuses to work. Under root
 * each worker process has a user of its own for it, who owns nothing but the browsers' folders. Under any other user it
 * runs as that user.
 */
export function chooseBrowserUser(): BrowserUser {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0]
  if (uid !== 0) return { uid, gid, command: [], mapping: ['--map-current-user'], isRoot: false }
  const other = mayManageOtherUsers() ? freeId() : undefined
  if (other === undefined) return { uid, gid, command: [], mapping: AS_SOMEBODY, isRoot: true }
  const become = ['setpriv', `--reuid=${other}`, `--regid=${other}`, '--clear-groups', '--inh-caps=-all']
  const command = [...become, '--no-new-privs', '--']
  return { uid: other, gid: other, command, mapping: ['--map-current-user'], isRoot: false }
}

/** Any number but root's. */
const AS_SOMEBODY = ['--map-user=1000', '--map-group=1000']

/**
 * Numbers that no account has. The first range is free by systemd's "Users, Groups, UIDs and GIDs" and wide enough for
 * every process id (2^22 at most), the second is kept free by Debian's policy (9.2.2) and there for containers that
 * have 65,536 numbers only.
 */
const FREE_IDS = [
  { first: 2_000_000_000, count: 2 ** 22 },
  { first: 65_000, count: 500 },
]

function freeId(): number | undefined {
  const range = FREE_IDS.find(({ first, count }) =>
    ['uid', 'gid'].every((kind) => isMapped(`/proc/self/${kind}_map`, first, first + count - 1)),
  )
  return range && range.first + (process.pid % range.count)
}

/** Whether all these numbers exist here (user_namespaces(7): first inside, first outside, how many). */
function isMapped(path: string, first: number, last: number): boolean {
  return readLines(path).some((line) => {
    const [inside, , count] = line.trim().split(/\s+/).map(Number)
    return inside !== undefined && count !== undefined && inside <= first && last < inside + count
  })
}

/**
 * What of root's rights it takes to start, end and clean up after another user (capabilities(7)): CAP_CHOWN,
 * CAP_DAC_OVERRIDE, CAP_KILL, CAP_SETGID, CAP_SETUID. Containers may take them from their root.
 */
const NEEDED = [0n, 1n, 5n, 6n, 7n].reduce((set, bit) => set | (1n << bit), 0n)

function mayManageOtherUsers(): boolean {
  const line = readLines('/proc/self/status').find((text) => text.startsWith('CapEff:'))
  return line !== undefined && (BigInt(`0x${line.slice(7).trim()}`) & NEEDED) === NEEDED
}

function readLines(path: string): string[] {
  try {
    return readFileSync(path, 'utf8').trim().split('\n')
  } catch {
    return []
  }
}
