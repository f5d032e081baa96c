import type { StandingCaller } from '@gleaner/accounts'
import { ApiError, invalidRequest, type JsonSchema, type ScrapeRequest } from '@gleaner/contracts'
import type { PatternBudget } from '@gleaner/extract/check-schema'
import { integrationIds } from '@gleaner/proxies'
import { createPace } from '@gleaner/runtime'
import { checkQuickly, checkSchema, ownProxyIssues } from '../check-scrape.ts'
import { checkSession, sessionsOf } from '../check-session.ts'
import { resolveTemplates } from '../check-template.ts'
import type { IntakeContext } from '../context.ts'
import type { ItemFaults } from './item-faults.ts'

/** The patterns of all schemas of a batch together: some 100 ms of compiling (`checkExtractionSchema`). */
const PATTERN_STEPS = 50_000

/**
 * Checks each item as a scrape of its own is checked, the costly checks once all have passed the cheap ones; gives those that pass, see
 * `ItemFaults.pass`.
 */
export async function checkItems(
  ctx: IntakeContext,
  caller: StandingCaller,
  requests: readonly ScrapeRequest[],
  faults: ItemFaults,
): Promise<ScrapeRequest[]> {
  const turn = createPace()
  for (const [place, request] of requests.entries()) {
    faults.try(place, () => checkQuickly(ctx, request))
    await turn()
  }
  let passed = faults.pass(requests)
  const sessions = await sessionsOf(ctx, caller, passed)
  for (const [place, request] of passed.entries())
    faults.try(place, () => checkSession(caller, request, sessions))
  passed = faults.pass(passed)
  await checkOwnProxies(ctx, caller, passed, faults)
  passed = faults.pass(passed)
  await resolveTemplates(ctx, caller, passed, faults)
  passed = faults.pass(passed)
  await checkSchemas(passed, faults)
  return faults.pass(passed)
}

async function checkOwnProxies(
  ctx: IntakeContext,
  { accountId }: StandingCaller,
  requests: readonly ScrapeRequest[],
  faults: ItemFaults,
): Promise<void> {
  if (!requests.some(({ advanced }) => advanced.use_own_proxy)) return
  const own = await integrationIds(ctx.jobs.pool, accountId)
  for (const [index, { advanced }] of requests.entries()) {
    if (!advanced.use_own_proxy) continue
    const id = advanced.proxy_integration_id?.toLowerCase()
    const issues = ownProxyIssues(advanced, id === undefined ? own.size > 0 : own.has(id))
    if (issues.length > 0) faults.add(index, invalidRequest(issues))
  }
}

/** A schema that several items have is checked once. */
async function checkSchemas(requests: readonly ScrapeRequest[], faults: ItemFaults): Promise<void> {
  const checked = new Map<JsonSchema | string, ApiError | undefined>()
  const budget: PatternBudget = { steps: PATTERN_STEPS }
  const turn = createPace()
  for (const [index, { extraction_schema: schema }] of requests.entries()) {
    if (!schema) continue
    if (!checked.has(schema)) {
      const text = JSON.stringify(schema)
      if (!checked.has(text)) checked.set(text, await faultOf(schema, budget))
      checked.set(schema, checked.get(text))
    }
    const fault = checked.get(schema)
    if (fault) faults.add(index, fault)
    await turn()
  }
}

async function faultOf(schema: JsonSchema, budget: PatternBudget): Promise<ApiError | undefined> {
  try {
    await checkSchema(schema, budget)
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return error
    throw error
  }
}
