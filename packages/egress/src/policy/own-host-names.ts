import { systemResolve } from '../connect/system-resolve.ts'
import type { EgressOptions } from '../egress.ts'
import { formsOf } from './address-forms.ts'
import type { OwnPlace } from './own-places.ts'

/** Host names of this deployment, with the addresses that they last resolved to. */
export interface OwnHostNames {
  places(): readonly (OwnPlace & { addresses: ReadonlySet<string> })[]
  /** Looks the names up: the first time before it settles, later in the background and at most every ten seconds. */
  refresh(): Promise<void>
}

const REFRESH_MS = 10_000
/** A resolver that hangs holds the first fetch up no longer than this. */
const FIRST_LOOKUP_MS = 5_000

export function createOwnHostNames(named: readonly OwnPlace[], options: EgressOptions): OwnHostNames {
  const resolve = options.resolve ?? systemResolve
  const places = named.map((place) => ({ ...place, addresses: new Set<string>() }))
  let first: Promise<void> | undefined
  let nextAt = 0

  async function lookUpAll(): Promise<void> {
    nextAt = performance.now() + REFRESH_MS
    await Promise.all(places.map(lookUp))
  }

  async function lookUp(place: (typeof places)[number]): Promise<void> {
    // What cannot be resolved now stays where it was.
    const answers = await resolve(place.host).catch(() => undefined)
    if (answers?.length) place.addresses = new Set(answers.flatMap(({ address }) => formsOf(address)))
  }

  return {
    places: () => places,
    async refresh() {
      if (places.length === 0) return
      if (first === undefined) {
        const timeout = AbortSignal.timeout(FIRST_LOOKUP_MS)
        const late = new Promise<void>((done) => timeout.addEventListener('abort', () => done()))
        first = Promise.race([lookUpAll(), late])
      } else if (performance.now() > nextAt) void lookUpAll()
      await first
    },
  }
}
