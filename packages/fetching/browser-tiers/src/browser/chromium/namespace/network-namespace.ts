import { type ChildProcess, spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import type { AddressInfo, Socket } from 'node:net'
import type { BrowserUser } from '../unprivileged-user.ts'
import { listenInside } from './listen.ts'
import { SYSTEM_PATHS } from './system-paths.ts'

/**
 * A network without a route to any other, in which browsers run: what they send reaches one listener of ours or
 * nothing, whatever kind of packet it is and whatever switch a new version of Chromium forgets.
 */
export interface NetworkNamespace {
  /** Goes in front of a command to run it in here, as the browsers' user. */
  command: readonly string[]
  /** `host:port` in here that stands for a proxy route (`''`: the direct one). The same for the same route. */
  addressFor(route: string): string
  /** Settles when the process that holds it has ended: nothing new can be started in it. */
  gone: Promise<void>
  close(): Promise<void>
}

/** Serves one connection that came from inside. */
export type Serve = (client: Socket, route: string) => void

/** Opens one; rejects, with a reason for the operator, where the system does not allow it. */
export async function openNetworkNamespace(user: BrowserUser, serve: Serve): Promise<NetworkNamespace> {
  const holder = await startHolder(user)
  const gone = new Promise<void>((resolve) => holder.once('exit', () => resolve()))
  const enter = ['nsenter', '--preserve-credentials', '--user', '--net', `--target=${holder.pid}`, '--']
  try {
    const listener = await listenInside(enter)
    const { port } = listener.address() as AddressInfo
    const routes = createRoutes()
    listener.unref()
    listener.on('connection', (client) => {
      const route = routes.at(client.localAddress)
      if (route === undefined) client.destroy()
      else serve(client, route)
    })
    return {
      command: [...(user.command.length > 0 ? user.command : NO_NEW_RIGHTS), ...enter],
      addressFor: (route) => `${routes.addressOf(route)}:${port}`,
      gone,
      async close() {
        listener.close()
        holder.ref()
        holder.stdin!.end()
        await gone
      },
    }
  } catch (error) {
    holder.kill('SIGKILL')
    throw error
  }
}

/** No program that is run in it gives rights (setuid). */
const NO_NEW_RIGHTS = ['setpriv', '--no-new-privs', '--']
const SET_UP = new URL('./set-up.pl', import.meta.url)
const TIMEOUT_MS = 20_000

/**
 * The process that holds the namespace: `cat`, which ends when its input does, and so with this process, however that
 * ends. It leads a session of its own, so that an interrupt at a terminal lets pages finish.
 */
async function startHolder(user: BrowserUser): Promise<ChildProcess> {
  const unshare = ['unshare', '--user', ...user.mapping, '--net', '--keep-caps', '--']
  const words = [...user.command, ...unshare, 'perl', '-e', readFileSync(SET_UP, 'utf8')]
  const child = spawn(words[0]!, words.slice(1), { env: SYSTEM_PATHS, cwd: '/', detached: true })
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let errorOutput = ''
  child.stderr.on('data', (text) => {
    errorOutput += text
  })
  child.stdout.once('data', () => resolve())
  child.once('error', reject)
  child.once('exit', () => reject(new Error(errorOutput.trim() || 'its first process ended')))
  const timer = setTimeout(() => reject(new Error('it was not set up in time')), TIMEOUT_MS)
  try {
    await promise
  } catch (error) {
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
  // `close` ends it; it does not keep this process running.
  child.unref()
  for (const stream of [child.stdin, child.stdout, child.stderr]) (stream as unknown as Socket).unref()
  return child
}

/** More routes than pages could be using at once; the one that was asked for the longest ago is forgotten. */
const MAX_ROUTES = 4096
/** 127.0.0.0/8, without its first two addresses and its last. */
const ADDRESSES = 2 ** 24 - 3

/** All of 127.0.0.0/8 leads to the listener, so that an address can say which route is meant. */
function createRoutes() {
  const routeAt = new Map<string, string>()
  const addressAt = new Map<string, string>()
  let given = 0

  function addressOf(route: string): string {
    const address = addressAt.get(route) ?? newAddress()
    // The last one asked for stands last.
    addressAt.delete(route)
    addressAt.set(route, address)
    routeAt.set(address, route)
    if (addressAt.size > MAX_ROUTES) forget(addressAt.entries().next().value!)
    return address
  }

  function newAddress(): string {
    const host = (given++ % ADDRESSES) + 2
    return `127.${host >> 16}.${(host >> 8) & 255}.${host & 255}`
  }

  function forget([route, address]: [string, string]): void {
    addressAt.delete(route)
    routeAt.delete(address)
  }

  return { addressOf, at: (address = '') => routeAt.get(address) }
}
