/** How long in ms an attempt waits for a database that is away, before its work is left to a redelivery. */
export const PATIENCE_MS = 20_000
