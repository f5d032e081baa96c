/**
 * Major version of the Chrome that tiers without a browser claim to be: the one whose TLS greeting the library of
 * tier 3 makes. A newer number would contradict the greeting, since later versions greet differently.
 */
export const CURRENT_CHROME = 149
