import { Gleaner } from '@gleaner/sdk'
import { QueryClient } from '@tanstack/react-query'
import { accessToken, organization } from '../session/store.ts'

const baseUrl = location.origin

/** Calls what needs no sign-in. */
export const anonymous = new Gleaner({ baseUrl })

const forAccount = new Map<string | undefined, Gleaner>()

/** The API, as whoever is signed in, for the account that they act for. */
export function gleaner(): Gleaner {
  const organizationId = organization()
  let client = forAccount.get(organizationId)
  if (!client) {
    client = new Gleaner({
      baseUrl,
      accessToken: () => accessToken((body) => anonymous.auth.refresh(body)),
      ...(organizationId && { organizationId }),
    })
    forAccount.set(organizationId, client)
  }
  return client
}

/** How long what was read counts as fresh, in milliseconds. */
const FRESH_MS = 10_000

export const queries = new QueryClient({
  defaultOptions: {
    // The client below repeats what may be repeated.
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
