import type { OAuthClient } from './clients.ts'

/** What the key of a tool is called; `source` is a label of the tool's. */
export function keyName(
  { name, firstParty }: Pick<OAuthClient, 'name' | 'firstParty'>,
  source?: string | null,
): string {
  return firstParty ? `${name} Integration` : `OAuth (${source || name})`
}
