import type { Tier } from '@gleaner/contracts'

/**
 * Sites whose public pages are known to need more than a plain request, by registrable domain; subdomains count.
 * From the sites' own public behaviour: a page that is empty without JavaScript, or a bot defence in front of it.
 */
export const KNOWN_SITES: Readonly<Record<string, { tier: Tier; why: string }>> = {
  'x.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'twitter.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'instagram.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'facebook.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'tiktok.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'airbnb.com': { tier: '4', why: 'renders its pages with JavaScript' },
  'linkedin.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'amazon.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'walmart.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'zillow.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'glassdoor.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'indeed.com': { tier: '3', why: 'answers only clients with the fingerprint of a browser' },
  'reddit.com': { tier: '2', why: 'answers only clients that look like a browser' },
  'wikipedia.org': { tier: '1', why: 'serves complete pages to any client' },
  'github.com': { tier: '1', why: 'serves complete pages to any client' },
  'gov.uk': { tier: '1', why: 'serves complete pages to any client' },
}

/** The entry for a host or the nearest of its parent domains. */
export function knownSite(host: string): { tier: Tier; why: string } | undefined {
  const labels = host.split('.')
  for (let i = 0; i < labels.length - 1; i++) {
    const site = KNOWN_SITES[labels.slice(i).join('.')]
    if (site) return site
  }
  return undefined
}
