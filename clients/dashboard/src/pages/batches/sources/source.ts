/** Where the addresses of a batch come from, and what of them is known before it is sent. */
export interface Source {
  urls: readonly string[]
  /** Entries of the batch; of a file more than `urls` where some have no address. */
  count: number
  /** Sent as it is, in place of `urls`. */
  file?: File
  /** The line that an entry stands in. */
  lineOf?: (index: number) => number | undefined
}

export const NO_SOURCE: Source = { urls: [], count: 0 }

/** Most entries of one batch. */
export const MOST_ENTRIES = 1_000
