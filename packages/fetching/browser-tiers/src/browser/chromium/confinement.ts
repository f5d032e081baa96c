import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Egress } from '@gleaner/egress'
import { openNetworkNamespace } from './namespace/network-namespace.ts'
import { SYSTEM_PATHS } from './namespace/system-paths.ts'
import { type BrowserUser, chooseBrowserUser } from './unprivileged-user.ts'

/** `BROWSER_NETWORK_NAMESPACE`: where the system allows it, always (else no browser starts), never. */
export const NETWORK_NAMESPACE_MODES = ['auto', 'required', 'off'] as const
export type NetworkNamespaceMode = (typeof NETWORK_NAMESPACE_MODES)[number]

/** What separates a browser from the rest of the machine. All browsers of a pool share it. */
export interface Confinement {
  /** Goes in front of a browser's own command line. Each program in it execs the next: process id and group stay. */
  command: readonly string[]
  /** Who the browsers' files must belong to. */
  uid: number
  gid: number
  /** Browsers have a network of their own, without a route to any other. */
  hasOwnNetwork: boolean
  /** Chromium's own sandbox works. */
  isSandboxed: boolean
  /** What is missing, for the operator: one sentence each. */
  warnings: readonly string[]
  /** For `--proxy-server`: the proxy through which a page goes out, directly or by way of an upstream proxy. */
  proxyServer(upstream?: string): Promise<string>
  /** Settles when no more browsers can be started in it. */
  gone: Promise<void>
  close(): Promise<void>
}

export interface ConfineOptions {
  egress: Egress
  networkNamespace?: NetworkNamespaceMode | undefined
  /** The program that will run in it. */
  executablePath: string
}

/** Confines as much as this system allows; rejects when that is less than was asked for, or nothing under root. */
export async function confine(options: ConfineOptions): Promise<Confinement> {
  const { egress, networkNamespace = 'auto', executablePath } = options
  const made = await confineAs(chooseBrowserUser(), egress, networkNamespace)
  if (await isRunnable(executablePath, made)) return made
  const warning = `user ${made.uid}, as whom browsers run, may not run ${executablePath}`
  return { ...made, warnings: [...made.warnings, warning] }
}

async function confineAs(
  user: BrowserUser,
  egress: Egress,
  mode: NetworkNamespaceMode,
): Promise<Confinement> {
  if (mode === 'off') return withoutNamespace(egress, user)
  try {
    return await withNamespace(egress, user)
  } catch (error) {
    const reason = (error as Error).message
    if (mode === 'required') throw new Error(`${NO_NAMESPACE}: ${reason}`, { cause: error })
    const plain = await withoutNamespace(egress, user)
    return {
      ...plain,
      warnings: [`${NO_NAMESPACE}, only its own switches keep it to its proxy: ${reason}`, ...plain.warnings],
    }
  }
}

const NO_NAMESPACE = 'Chromium gets no network namespace'
const AS_ROOT =
  'Chromium keeps the user of this process, which is root without the right to become another one: it could read our files'
const NO_SANDBOX =
  "Chromium runs without its sandbox, because this system gives it no user namespaces: a hole in its renderer opens all that the browsers' user may do"

async function withNamespace(egress: Egress, user: BrowserUser): Promise<Confinement> {
  const namespace = await openNetworkNamespace(user, (client, upstream) => egress.serve(client, upstream))
  return {
    command: namespace.command,
    uid: user.uid,
    gid: user.gid,
    hasOwnNetwork: true,
    isSandboxed: true,
    warnings: user.isRoot ? [AS_ROOT] : [],
    async proxyServer(upstream = '') {
      if (upstream !== '') egress.checkProxyUrl(upstream)
      return `http://${namespace.addressFor(upstream)}`
    },
    gone: namespace.gone,
    close: namespace.close,
  }
}

async function withoutNamespace(egress: Egress, user: BrowserUser): Promise<Confinement> {
  const { uid, gid } = user
  const hasOtherUser = user.command.length > 0
  // Chromium of an ordinary user looks for its sandbox by itself, and does not start without one.
  const isSandboxed = !(hasOtherUser || user.isRoot) || (await mayUnshare(user))
  if (user.isRoot && !isSandboxed) throw new Error(`${AS_ROOT}, and nothing takes root's rights away`)
  return {
    command: user.isRoot ? ['unshare', '--user', ...user.mapping, '--'] : user.command,
    uid,
    gid,
    hasOwnNetwork: false,
    isSandboxed,
    warnings: [...(user.isRoot ? [AS_ROOT] : []), ...(isSandboxed ? [] : [NO_SANDBOX])],
    proxyServer: async (upstream) =>
      (await egress.forwardProxy(upstream, hasOtherUser ? uid : undefined)).server,
    gone: new Promise(() => undefined),
    close: async () => undefined,
  }
}

function mayUnshare(user: BrowserUser): Promise<boolean> {
  return succeeds([...user.command, 'unshare', '--user', ...user.mapping, 'true'])
}

function isRunnable(path: string, { command }: Confinement): Promise<boolean> {
  return succeeds([...command, 'test', '-x', path])
}

function succeeds(words: readonly string[]): Promise<boolean> {
  return promisify(execFile)('/usr/bin/env', words, { env: SYSTEM_PATHS, cwd: '/' }).then(
    () => true,
    () => false,
  )
}
