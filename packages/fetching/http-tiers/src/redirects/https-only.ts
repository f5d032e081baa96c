import type { FetchRequest } from '../fetcher.ts'

/** Why an address may not be asked for by a request that keeps to https; undefined: it may. */
export function plainHttpRefusal({ httpsOnly }: FetchRequest, address: string): string | undefined {
  return httpsOnly && goesInClear(address) ? ONLY_HTTPS : undefined
}

/** Whether what is sent there can be read on the way. */
export function goesInClear(address: string): boolean {
  return /^(?:http|ws):/i.test(address)
}

const ONLY_HTTPS = 'the session is sent over https only, and this address is of plain http'
