import { ALLOW_ALL } from '@gleaner/site-files/robots'
import { type PageLinks, readLinks } from './read-links.ts'
import type { PageAnswer, SiteAccess, SiteRobots } from './site-access.ts'
import type { SiteQuestion } from './site-question.ts'
import type { Warnings } from './warnings.ts'

/** Where a site begins, and what it asks of robots. */
export interface StartPage {
  /** After redirects. */
  url: string
  robots: SiteRobots
  /** By the robots.txt of the hosts that were asked for theirs; others are not read. */
  isAllowed(url: string): boolean
  /** Whether pages of this address may be read: its robots.txt is known. */
  isKnown(url: string): boolean
  page: Extract<PageAnswer, { kind: 'page' }> | undefined
  links: PageLinks
  /** Why there is no start page. */
  problem?: string | undefined
}

/** Reads robots.txt, then the start page; where that leads to another host, also the robots.txt of that one, which counts from there on. */
export async function readStart(
  access: SiteAccess,
  { url, respect_robots }: Pick<SiteQuestion, 'url' | 'respect_robots'>,
  warnings: Warnings,
  signal: AbortSignal,
): Promise<StartPage> {
  const policies = new Map<string, SiteRobots>()
  const robotsOf = async (address: string): Promise<SiteRobots> => {
    const { origin } = new URL(address)
    const known = policies.get(origin)
    if (known) return known
    const robots = await access.robots(address, signal)
    if (robots.state === 'unreachable')
      warnings.add(`robots.txt cannot be read, so that nothing may be: ${robots.detail}.`)
    policies.set(origin, robots)
    return robots
  }
  const isAllowed = (address: string) => {
    const robots = policies.get(URL.parse(address)?.origin ?? '')
    return !respect_robots || (robots?.policy ?? ALLOW_ALL).isAllowed(address)
  }
  const isKnown = (address: string) => policies.has(URL.parse(address)?.origin ?? '')
  const without = (robots: SiteRobots, problem: string): StartPage => {
    warnings.add(problem)
    return { url, robots, isAllowed, isKnown, page: undefined, links: { links: [] }, problem }
  }

  const robots = await robotsOf(url)
  if (!isAllowed(url)) return without(robots, whyNotRead(robots))
  const answer = await access.page(url, signal)
  if (answer.kind === 'none') return without(robots, `The start page could not be read: ${answer.detail}.`)
  const { finalUrl, status, contentType, body } = answer
  if (status >= 400) return without(robots, `The start page answered with HTTP ${status}.`)
  const finalRobots = await robotsOf(finalUrl)
  if (!isAllowed(finalUrl)) return without(robots, whyNotRead(finalRobots))
  const links = isHtml(contentType, body) ? readLinks(body, contentType, finalUrl) : { links: [] }
  if (!isHtml(contentType, body)) warnings.add(`The start page is ${contentType}: it has no links.`)
  return {
    url: withoutFragment(finalUrl),
    robots: finalRobots,
    isAllowed,
    isKnown,
    page: answer,
    links,
  }
}

/** Why robots keep from the start page: their owner's will, or a file that fails, which its owner can mend. */
function whyNotRead({ state, detail }: SiteRobots): string {
  const why =
    state === 'unreachable' ? `robots.txt cannot be read (${detail})` : 'robots.txt disallows the start page'
  return `${why}, so that it was not read; respect_robots: false reads it all the same.`
}

/** Pages without a type are taken for HTML where they begin with a tag. */
export function isHtml(contentType: string | undefined, body: Uint8Array): boolean {
  if (contentType) return /html|xml/i.test(contentType)
  return /^\s*</.test(Buffer.from(body.subarray(0, 200)).toString('latin1'))
}

function withoutFragment(address: string): string {
  const url = new URL(address)
  url.hash = ''
  url.username = ''
  url.password = ''
  return url.href
}
