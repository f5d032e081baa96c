import type { StandingCaller } from '@gleaner/accounts'
import type { NewBatch } from '@gleaner/batches'
import { labelsOf, type ScrapeRequest, type SentLabels, uuidv7 } from '@gleaner/contracts'
import {
  cacheKeyOf,
  type DomainExperience,
  guessTier,
  hashBody,
  knownHost,
  makePlan,
  type NewJob,
  type Plan,
  recallDomains,
  splitRequest,
  stepFor,
} from '@gleaner/jobs'
import { itemsLineName } from '@gleaner/queue/line'
import { createPace } from '@gleaner/runtime'
import type { IntakeContext } from '../context.ts'
import { createItemFaults, type ItemFaults } from './item-faults.ts'

/**
 * Plans a batch of checked requests. An item whose budget does not pay its first tier (BUDGET_EXCEEDED)
 * is skipped, or refuses the batch, as `faults` says.
 */
export async function makeBatch(
  ctx: IntakeContext,
  caller: StandingCaller,
  requests: readonly ScrapeRequest[],
  webhookUrl: string | undefined,
  { concurrency, ...labels }: SentLabels & { concurrency?: number | undefined } = {},
  faults: ItemFaults = createItemFaults(),
): Promise<NewBatch> {
  const known = await recallDomains(ctx.jobs.pool, [...new Set(requests.map(({ url }) => hostOf(url)))])
  const turn = createPace()
  // Sorted, so that items wait in the order of the request.
  const batchId = uuidv7()
  const line = concurrency === undefined ? undefined : itemsLineName(batchId, concurrency)
  const ids = requests.map(() => uuidv7()).sort()
  const jobs: (NewJob | undefined)[] = []
  let estimatedMicros = 0
  for (const [index, request] of requests.entries()) {
    const { spec, secrets } = splitRequest(request)
    const experience = known.get(hostOf(spec.url))
    let plan: Plan | undefined
    const host = caller.test ? undefined : knownHost(experience)
    if (faults.try(index, () => (plan = makePlan(spec, host))) && plan) {
      const { accountId, apiKeyId, test } = caller
      const bodyHash = await hashBody(spec, secrets)
      jobs.push({
        id: ids[index]!,
        accountId,
        apiKeyId,
        test,
        spec,
        secrets,
        plan,
        labels: labelsOf(request),
        line,
        cacheKey: cacheKeyOf(ctx.jobs.secretBox, { spec, secrets, test, bodyHash }),
        idempotency: undefined,
      })
      estimatedMicros += estimateMicros(request, plan, experience)
    } else jobs.push(undefined)
    await turn()
  }
  const { accountId, apiKeyId, test } = caller
  return {
    id: batchId,
    accountId,
    apiKeyId,
    test,
    webhookUrl,
    concurrency,
    labels: labelsOf(labels),
    estimatedMicros,
    jobs: faults.pass(jobs),
  }
}

/** As POST /scrape/estimate does it, and within the tiers that the item may use. */
function estimateMicros(
  request: ScrapeRequest,
  { steps }: Plan,
  experience: DomainExperience | undefined,
): number {
  return stepFor(steps, guessTier(experience, request).tier).priceMicros
}

function hostOf(url: string): string {
  return new URL(url).hostname
}
