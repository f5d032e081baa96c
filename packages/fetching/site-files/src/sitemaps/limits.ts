import { MEGABYTE } from '@gleaner/runtime/units'

/** Of one file, decoded. Source: sitemaps.org, protocol 0.9. */
export const MAX_FILE_BYTES = 50 * MEGABYTE
/** Addresses of one file. Source: the same. */
export const MAX_FILE_ENTRIES = 50_000
/** Of all files of a site together, as they are decoded. */
export const MAX_TOTAL_BYTES = 1024 * MEGABYTE
/** Files that are asked for at one site. */
export const MAX_FILES = 1_000
/** How deep index files may lie in each other; the protocol allows one level. */
export const MAX_INDEX_DEPTH = 3
/** Sitemaps are 10 to 40 times as large as their gzip; deflate reaches 1,032. Looked at from `MIN_BYTES_OF_BOMB` on. */
export const MAX_RATIO = 300
export const MIN_BYTES_OF_BOMB = 4 * MEGABYTE
/** Layers of compression: that of the transfer, the file's own, and one by mistake. */
export const MAX_LAYERS = 3
/** Longer addresses are no addresses (the protocol allows 2,048 characters). */
export const MAX_URL_LENGTH = 8_192
/** The longest wait for one file, from asking for it until its last byte was read. */
export const FILE_TIMEOUT_MS = 60_000
/** The longest wait for its head (some are made when they are asked for), and the longest silence afterwards. */
export const HEAD_TIMEOUT_MS = 30_000
export const SILENCE_TIMEOUT_MS = 10_000
/** A body that comes more slowly than this, looked at from its first ten seconds on, is meant to take time. */
export const MIN_BYTES_A_SECOND = 1024
/** Source: RFC 9309, section 2.3.1.2. */
export const MAX_REDIRECTS = 5
