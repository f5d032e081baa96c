import { useQuery } from '@tanstack/react-query'
import { gleaner } from './client.ts'
import { readAll, withRows } from './use-list.ts'

/** What an account has of each kind that is offered as a choice, by the key of the page that lists it. */
const LISTS = {
  keys: (signal: AbortSignal) =>
    readAll(async (page) => withRows('items', await gleaner().keys.list(page, { signal }))),
  organizations: (signal: AbortSignal) =>
    readAll(async (page) => withRows('organizations', await gleaner().organizations.list(page, { signal }))),
  sessions: (signal: AbortSignal) =>
    readAll(async (page) => withRows('sessions', await gleaner().sessions.list(page, { signal }))),
  templates: (signal: AbortSignal) =>
    readAll(async (page) => withRows('templates', await gleaner().templates.list(page, { signal }))),
  proxies: (signal: AbortSignal) =>
    readAll(async (page) => withRows('proxies', await gleaner().proxies.list(page, { signal }))),
  webhooks: (signal: AbortSignal) =>
    readAll(async (page) => withRows('webhooks', await gleaner().webhooks.list(page, { signal }))),
  'export-destinations': (signal: AbortSignal) =>
    readAll(async (page) =>
      withRows('destinations', await gleaner().exportDestinations.list(page, { signal })),
    ),
}
export type OwnKind = keyof typeof LISTS
type Own<Kind extends OwnKind> = Awaited<ReturnType<(typeof LISTS)[Kind]>>

/** Of the cache. */
export const offeredKey = (kind: string): readonly string[] => ['offered', kind]

/** All that the account has of a kind; undefined until it is read. */
export function useOwn<Kind extends OwnKind>(kind: Kind, isWanted = true): Own<Kind> | undefined {
  const { data } = useQuery({
    queryKey: offeredKey(kind),
    queryFn: ({ signal }) => LISTS[kind](signal) as Promise<Own<Kind>>,
    enabled: isWanted,
  })
  return data
}
