import { type QueryKey, useQuery } from '@tanstack/react-query'

/** What operators look at is read anew this often, in milliseconds. */
const EVERY_MS = 15_000

/** What is read again and again while its page is in sight. */
export function usePolled<Data>(key: QueryKey, read: (signal: AbortSignal) => Promise<Data>) {
  return useQuery({ queryKey: key, queryFn: ({ signal }) => read(signal), refetchInterval: EVERY_MS })
}
