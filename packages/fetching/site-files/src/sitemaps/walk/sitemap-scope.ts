/** Whether an address may be part of the site. */
export type Scope = (url: URL) => boolean

/** The host that was asked for, with or without `www.`, over http or https; with `subdomains` also what is below it. */
export function scopeOf(site: URL, subdomains: boolean): Scope {
  const home = bare(site.hostname)
  return ({ hostname, port }) =>
    port === site.port && (bare(hostname) === home || (subdomains && hostname.endsWith(`.${home}`)))
}

function bare(hostname: string): string {
  return hostname.replace(/^www\./, '')
}
