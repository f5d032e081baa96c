import type { TargetSite, TargetSiteOptions } from '@gleaner/target-site/site'

export type { TargetSite }

/** The hostile website, whose forty modules are loaded by the suites that start it. */
export async function startTargetSite(options?: TargetSiteOptions): Promise<TargetSite> {
  const site = await import('@gleaner/target-site/site')
  return site.startTargetSite(options)
}
