/**
 * Major version of the Chrome that tiers without a browser claim to be: the one whose ClientHello the library of tier 3
 * sends. A newer number would contradict the ClientHello, which differs in later versions.
 */
export const CURRENT_CHROME = 149
