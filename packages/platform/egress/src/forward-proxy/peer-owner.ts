import { readFile } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { endianness } from 'node:os'

/** The kernel's list of IPv4 connections: local address, remote address, state, ..., owner (proc(5)). */
const CONNECTIONS = '/proc/net/tcp'
const ESTABLISHED = '01'
const LOOPBACK = endianness() === 'LE' ? '0100007F' : '7F000001'

/**
 * Whether the process at the other end of a loopback connection runs as this user. On systems that keep no such list
 * (everything but Linux) the owner is unknown, and the result is true.
 */
export async function isPeerOfUser(socket: Socket, uid: number | undefined): Promise<boolean> {
  const { remoteAddress, remotePort, localPort } = socket
  if (remoteAddress !== '127.0.0.1' || remotePort === undefined || localPort === undefined) return false
  const list = await readConnections()
  return list === undefined || ownerOf(list, remotePort, localPort) === uid
}

/** The user id of the connection that leads from one loopback port to another, while it is established. */
export function ownerOf(list: string, fromPort: number, toPort: number): number | undefined {
  const at = list.indexOf(` ${LOOPBACK}:${hex(fromPort)} ${LOOPBACK}:${hex(toPort)} ${ESTABLISHED} `)
  if (at === -1) return undefined
  const fields = list.slice(at + 1, list.indexOf('\n', at)).split(/ +/)
  // local, remote, state, queues, timer, retransmissions, owner
  return Number(fields[6])
}

function hex(port: number): string {
  return port.toString(16).toUpperCase().padStart(4, '0')
}

let next: Promise<string | undefined> | undefined
let running: Promise<unknown> = Promise.resolve()

/**
 * Reading the list makes the kernel walk all its connections (some milliseconds), and browsers connect in bursts: a
 * check that comes while a read runs shares the next read, which certainly begins after its own connection.
 */
function readConnections(): Promise<string | undefined> {
  next ??= running.then(() => {
    const read = readFile(CONNECTIONS, 'latin1').catch(() => undefined)
    next = undefined
    running = read
    return read
  })
  return next
}
