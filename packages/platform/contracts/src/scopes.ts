/**
 * What an API key may do: `scrape` everything that keys may, `read` what only reads, `write` all the rest.
 * Names as the published clients list them.
 */
export const SCOPES = ['scrape', 'read', 'write'] as const

export type Scope = (typeof SCOPES)[number]
