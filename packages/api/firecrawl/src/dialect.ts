/** Versions of the API that is spoken here. */
export const DIALECTS = ['v0', 'v1', 'v2'] as const
export type Dialect = (typeof DIALECTS)[number]
