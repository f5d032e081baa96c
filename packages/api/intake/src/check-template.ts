import type { StandingCaller } from '@gleaner/accounts'
import type { Issue, ScrapeRequest, TemplateSelectors } from '@gleaner/contracts'
import { invalidRequest } from '@gleaner/contracts'
import { checkSelectors as checkSelectorList, checkTemplate } from '@gleaner/extract/check-template'
import { createPace, nextTurn } from '@gleaner/runtime'
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
 * INVALID_REQUEST that names the nearest one where there is none, and of selectors that a request brings along and no page can be asked.
 */
export async function resolveTemplate(
  ctx: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  request: ScrapeRequest,
): Promise<void> {
  const faults = await ownSelectorFaults([request])
  refuse(faults[0]!)
  refuse((await resolved(ctx, caller, [request]))[0] ?? [])
}

/** The same for the items of a batch. */
export async function resolveTemplates(
  ctx: Pick<IntakeContext, 'jobs'>,
  caller: StandingCaller,
  requests: readonly ScrapeRequest[],
  faults: ItemFaults,
): Promise<void> {
  for (const issuesOfEach of [await ownSelectorFaults(requests), await resolved(ctx, caller, requests)])
    for (const [index, issues] of issuesOfEach.entries())
      if (issues.length > 0) faults.add(index, invalidRequest(issues))
}

/** What is wrong with the selectors that each request brings along; those that many have are compiled once. */
async function ownSelectorFaults(requests: readonly ScrapeRequest[]): Promise<Issue[][]> {
  const turn = createPace()
  const compiled = new Map<unknown, Issue[]>()
  const check = (key: unknown, find: () => Issue[]): Issue[] => {
    const known = compiled.get(key) ?? find()
    compiled.set(key, known)
    return known
  }
  const all: Issue[][] = []
  for (const { advanced, selectors, extraction_schema, auto_profile } of requests) {
    const issues = SELECTOR_FIELDS.flatMap((field) =>
      check(advanced[field], () => checkSelectorList(`advanced.${field}`, advanced[field])),
    )
    if (selectors) {
      const { fields, list } = selectors
      if (extraction_schema || auto_profile) issues.push(SELECTORS_AND_SCHEMA)
      const faults = [
        ...check(fields, () => checkTemplate({ fields })),
        ...check(list, () => checkTemplate({ list })),
      ]
      issues.push(...faults.map(({ path, message }) => ({ path: `template.${path}`, message })))
    }
    all.push(issues)
    await turn()
  }
  return all
}

const SELECTOR_FIELDS = ['include_selectors', 'exclude_selectors'] as const

const SELECTORS_AND_SCHEMA: Issue = {
  path: 'template',
  message: 'has selectors of its own; send it without a schema or profile',
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
    if (request.extraction_schema || request.auto_profile) return [SELECTORS_AND_SCHEMA]
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
