import { type Actor, recordAudit } from '@gleaner/audit-log'
import type { TransactionHandles } from '@gleaner/db'
import { type BetaFeatureSetting, setBetaFeature } from '@gleaner/switches/beta-features'

/** Offers a feature to accounts, or changes what is said of it. */
export async function offerBetaFeature(
  both: TransactionHandles,
  actor: Actor,
  feature: BetaFeatureSetting,
): Promise<void> {
  await setBetaFeature(both.prisma, feature)
  const { slug, ...details } = feature
  const target = `beta_feature:${slug}`
  await recordAudit(both, { accountId: null, actor, action: 'beta_feature.set', target, details })
}
