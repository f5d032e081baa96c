import type { StandingCaller } from '@gleaner/accounts'
import type { Issue, ScrapeRequest, TemplateSelectors } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts'
import { checkTemplate } from '@gleaner/extract/check-template'
import { nextTurn } from '@gleaner/runtime'
import { findTemplates, whyNoTemplate } from '@gleaner/templates'
import type { ItemFaults } from './batches/item-faults.ts'
import type { IntakeContext } from './context.ts'

/** Refuses selectors that no page can be asked. They are compiled, in a turn of its own. */
export async function checkSelectors(selectors: TemplateSelectors): Promise<void> {
  await nextTurn()
  refuse(checkTemplate(selectors))
}

/**
 * Gives a request that names a template of the caller's what that template reads: from here on the template may change. Throws
 * INVALID_REQUEST that names the nearest one where there is none.
 */
export async function resolveTemplate(
  ctx: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  request: ScrapeRequest,
): Promise<void> {
  refuse((await resolved(ctx, caller, [request]))[0] ?? [])
}

/** The same for the items of a batch. */
export async function resolveTemplates(
  ctx: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  requests: readonly ScrapeRequest[],
  faults: ItemFaults,
): Promise<void> {
  for (const [index, issues] of (await resolved(ctx, caller, requests)).entries())
    if (issues.length > 0) faults.add(index, invalidRequest(issues))
}

/** What is wrong with each request's template. */
async function resolved(
  { jobs }: Pick<IntakeContext, 'jobs'>,
  { accountId }: StandingCaller,
  requests: readonly ScrapeRequest[],
): Promise<Issue[][]> {
  const asked = [...new Set(requests.flatMap(({ template }) => template ?? []))]
  if (asked.length === 0) return []
  const known = await findTemplates(jobs.pool, accountId, asked)
  const unknown = asked.find((name) => !known.has(name))
  const why = unknown === undefined ? '' : await whyNoTemplate(jobs.pool, accountId, unknown)
  return requests.map((request) => {
    const { template } = request
    if (template === undefined) return []
    if (request.extraction_schema || request.auto_profile)
      return [{ path: 'template', message: 'has selectors of its own; send it without a schema or profile' }]
    const selectors = known.get(template)
    if (!selectors) return [{ path: 'template', message: template === unknown ? why : NO_TEMPLATE }]
    request.selectors = selectors
    return []
  })
}

const NO_TEMPLATE = 'there is no such template in this account'

function refuse(issues: Issue[]): void {
  if (issues.length > 0) throw invalidRequest(issues)
}
