import { systemResolve } from '../connect/system-resolve.ts'
import type { EgressOptions } from '../egress.ts'
import { formsOf } from './address-forms.ts'
import type { OwnEndpoint } from './own-endpoints.ts'

/** Host names of this deployment, with the addresses that they last resolved to. */
export interface OwnHostNames {
  endpoints(): readonly (OwnEndpoint & { addresses: ReadonlySet<string> })[]
  /** Looks the names up: the first time before it settles, later in the background and at most every ten seconds. */
  refresh(): Promise<void>
}

const REFRESH_MS = 10_000
/** A resolver that hangs holds the first fetch up no longer than this. */
const FIRST_LOOKUP_MS = 5_000

export function createOwnHostNames(named: readonly OwnEndpoint[], options: EgressOptions): OwnHostNames {
  const resolve = options.resolve ?? systemResolve
  const endpoints = named.map((endpoint) => ({ ...endpoint, addresses: new Set<string>() }))
  let first: Promise<void> | undefined
  let nextAt = 0

  async function lookUpAll(): Promise<void> {
    nextAt = performance.now() + REFRESH_MS
    await Promise.all(endpoints.map(lookUp))
  }

  async function lookUp(endpoint: (typeof endpoints)[number]): Promise<void> {
    // A name that cannot be resolved now keeps its last addresses.
    const answers = await resolve(endpoint.host).catch(() => undefined)
    if (answers?.length) endpoint.addresses = new Set(answers.flatMap(({ address }) => formsOf(address)))
  }

  return {
    endpoints: () => endpoints,
    async refresh() {
      if (endpoints.length === 0) return
      if (first === undefined) {
        const timeout = AbortSignal.timeout(options.resolveTimeoutMs ?? FIRST_LOOKUP_MS)
        const late = new Promise<void>((done) => timeout.addEventListener('abort', () => done()))
        first = Promise.race([lookUpAll(), late])
      } else if (performance.now() > nextAt) void lookUpAll()
      await first
    },
  }
}
