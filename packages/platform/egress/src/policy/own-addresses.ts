import { isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { EgressOptions } from '../egress.ts'
import { formsOf } from './address-forms.ts'
import { parseHostList } from './allow-list.ts'
import { isPublicAddress, networks } from './ip-ranges.ts'
import { ownEndpoints } from './own-endpoints.ts'
import { createOwnHostNames } from './own-host-names.ts'

/**
 * What belongs to this deployment and is closed whatever the allow list opens: compared by address after resolution,
 * so that no spelling, no name and no other address of the same machine leads around it.
 */
export interface OwnAddresses {
  /** Whether a host is ours: a name as it is written, an address in any of its forms. No name is looked up. */
  includes(host: string, port: number): boolean
  /** Whether an address is this machine's. */
  isLocal(address: string): boolean
  /** Looks up the names among our addresses, where that is due. */
  refresh(): Promise<void>
  /** A port of this machine that we listen on. */
  addLocalPort(port: number): void
  removeLocalPort(port: number): void
}

export function createOwnAddresses(options: EgressOptions): OwnAddresses {
  const listed = parseHostList(options.ownAddresses, 'EGRESS_OWN_ADDRESSES')
  const localPorts = new Map<number, number>()
  const written = new Set<string>()
  const addresses = new Set<string>()
  const endpoints = ownEndpoints(listed, options)
  for (const port of options.ownPorts ?? []) addLocalPort(port)
  for (const { host, port } of endpoints) {
    written.add(keyOf(host, port))
    if (host === 'localhost') addEndpoint('127.0.0.1', port)
    else if (isIP(host) !== 0) addEndpoint(host, port)
  }
  const named = endpoints.filter(({ host }) => isIP(host) === 0 && host !== 'localhost')
  const names = createOwnHostNames(named, options)

  function addEndpoint(address: string, port: number | undefined): void {
    for (const form of formsOf(address)) addresses.add(keyOf(form, port))
    if (port !== undefined && isLocal(address)) addLocalPort(port)
  }

  function addLocalPort(port: number): void {
    localPorts.set(port, (localPorts.get(port) ?? 0) + 1)
  }

  function removeLocalPort(port: number): void {
    const left = (localPorts.get(port) ?? 0) - 1
    if (left > 0) localPorts.set(port, left)
    else localPorts.delete(port)
  }

  function includes(host: string, port: number): boolean {
    if (written.has(keyOf(host, port)) || written.has(keyOf(host, undefined))) return true
    const forms = formsOf(host)
    return forms.some((form) => isOwn(form, port)) || isOwnLocally(forms, port)
  }

  function isOwn(address: string, port: number): boolean {
    const isListed = listed.addresses.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
    if (isListed || addresses.has(keyOf(address, port)) || addresses.has(keyOf(address, undefined)))
      return true
    return names.endpoints().some((endpoint) => {
      const isThere = endpoint.addresses.has(address) && (endpoint.port ?? port) === port
      return isThere && !(endpoint.privateOnly && isPublicAddress(address) && !isLocal(address))
    })
  }

  /** Every address of a machine leads to what listens on all of them, and every 127.x.y.z to what listens on one. */
  function isOwnLocally(forms: readonly string[], port: number): boolean {
    if (!forms.some(isLocal)) return false
    if (localPorts.has(port) || isClosedLoopback()) return true
    return names
      .endpoints()
      .some((endpoint) => endpoint.port === port && [...endpoint.addresses].some(isLocal))
  }

  /** An entry without a port that names loopback means all of this machine. */
  function isClosedLoopback(): boolean {
    return (
      listed.addresses.check('127.0.0.1') ||
      listed.addresses.check('::1', 'ipv6') ||
      addresses.has(keyOf('127.0.0.1', undefined))
    )
  }

  return { includes, isLocal, refresh: names.refresh, addLocalPort, removeLocalPort }
}

/** `0.0.0.0/8` and `::` reach the machine itself on Linux. */
const LOOPBACK = networks(['127.0.0.0/8', '0.0.0.0/8', '::1', '::'])
const INTERFACES_MS = 5_000
let interfaces: ReadonlySet<string> = new Set()
let readAt = Number.NEGATIVE_INFINITY

function isLocal(address: string): boolean {
  return formsOf(address).some(
    (form) => LOOPBACK.check(form, isIP(form) === 6 ? 'ipv6' : 'ipv4') || interfaceAddresses().has(form),
  )
}

function interfaceAddresses(): ReadonlySet<string> {
  if (performance.now() - readAt > INTERFACES_MS) {
    const all = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
    interfaces = new Set(all.flatMap(({ address }) => formsOf(address)))
    readAt = performance.now()
  }
  return interfaces
}

function keyOf(host: string, port: number | undefined): string {
  return `${host} ${port ?? '*'}`
}
