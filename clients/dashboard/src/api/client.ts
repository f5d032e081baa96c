import { Gleaner } from '@gleaner/sdk'
import { MutationCache, QueryClient } from '@tanstack/react-query'
import { accessToken, organization } from '../session/store.ts'
import { lookSoon } from './looks.ts'
import { patientFetch } from './patience.ts'

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
      fetch: patientFetch,
      accessToken: () => accessToken((body) => anonymous.auth.refresh(body)),
      ...(organizationId && { organizationId }),
    })
    forAccount.set(organizationId, client)
  }
  return client
}

/** How long what was read counts as fresh, in milliseconds, unless a person does something meanwhile. */
export const FRESH_MS = 60_000

export const queries: QueryClient = new QueryClient({
  mutationCache: new MutationCache({
    // What was done may have changed any list: each is read anew when it is next shown.
    onSuccess() {
      lookSoon()
      return queries.invalidateQueries({ refetchType: 'none' })
    },
  }),
  defaultOptions: {
    // The client below repeats what may be repeated.
    queries: { staleTime: FRESH_MS, retry: false, refetchOnWindowFocus: true },
    mutations: { retry: false },
  },
})
