/**
 * What a person allows a tool by the OAuth scope `scrape`, in the words of the consent page. An endpoint names the one that covers it;
 * a tool's key may call no other endpoint.
 */
export const CONSENTS = {
  work: 'scrape, crawl, search, map and extract pages, and read the results, paid with the credits of the account that you choose',
  stored:
    'read what proxies, sessions, templates and model keys you have stored, without their secrets, and use them for that',
  account: 'read your e-mail address, your balance, your limits and your usage',
} as const

export type Consent = keyof typeof CONSENTS
