import {
  ApiError,
  type BetaFeatureList,
  type BetaFeatureSlugs,
  type BetaFeatureStatus,
  type BetaFeatureSwitched,
} from '@gleaner/contracts'
import type { Database, Prisma, TransactionHandles } from '@gleaner/db'

/** What the operator says of a feature. */
export interface BetaFeatureSetting {
  slug: string
  name: string
  description: string
  status: BetaFeatureStatus
}

/** Creates a feature, or changes the one of this slug. Who has switched it on keeps it. */
export async function setBetaFeature(
  { betaFeature }: Pick<Prisma.TransactionClient, 'betaFeature'>,
  { slug, ...said }: BetaFeatureSetting,
): Promise<void> {
  await betaFeature.upsert({ where: { slug }, update: said, create: { slug, ...said } })
}

/** The features that are not hidden, with what the account has switched on; `ga` ones are on for everybody. */
export async function listBetaFeatures(db: Database, accountId: string): Promise<BetaFeatureList> {
  const { betaFeature } = await db.prisma()
  const rows = await betaFeature.findMany({
    where: { status: { not: 'hidden' } },
    include: { enabledBy: { where: { accountId } } },
    orderBy: { slug: 'asc' },
  })
  const features = rows.map(({ slug, name, description, status, createdAt, enabledBy }) => ({
    slug,
    name,
    description,
    status: status as BetaFeatureStatus,
    created_at: createdAt.toISOString(),
    enabled: status === 'ga' || enabledBy.length > 0,
  }))
  return { features, total: features.length }
}

/** The features that are on for the account. */
export async function enabledBetaFeatures(db: Database, accountId: string): Promise<BetaFeatureSlugs> {
  const { features } = await listBetaFeatures(db, accountId)
  return { features: features.filter(({ enabled }) => enabled).map(({ slug }) => slug) }
}

/**
 * Switches a feature on or off for an account; may be repeated. Throws NOT_FOUND for one that is hidden or does not exist, CONFLICT when
 * one that is `ga` is switched off.
 */
export async function switchBetaFeature(
  { prisma: { betaFeature, betaFeatureEnabled } }: Pick<TransactionHandles, 'prisma'>,
  accountId: string,
  slug: string,
  enabled: boolean,
): Promise<BetaFeatureSwitched> {
  const feature = await betaFeature.findUnique({ where: { slug }, select: { name: true, status: true } })
  if (!feature || feature.status === 'hidden')
    throw new ApiError(
      'NOT_FOUND',
      'There is no such beta feature; GET /beta-features lists those there are.',
    )
  if (!enabled && feature.status === 'ga')
    throw new ApiError('CONFLICT', `${feature.name} is generally available and cannot be switched off.`)
  if (enabled) await betaFeatureEnabled.createMany({ data: { accountId, slug }, skipDuplicates: true })
  else await betaFeatureEnabled.deleteMany({ where: { accountId, slug } })
  return { feature_slug: slug, enabled, message: `${feature.name} is ${enabled ? 'on' : 'off'}.` }
}
