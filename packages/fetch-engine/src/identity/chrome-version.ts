/**
 * Major version of the Chrome that tiers without a browser claim to be. Their TLS and HTTP/2 fingerprint has not
 * changed since Chrome 151, which the fingerprint test compares with the Chromium that is installed.
 */
export const CURRENT_CHROME = 156
