import { BETA_FEATURE_STATUSES, BetaFeatureSlug, type BetaFeatureStatus } from '@gleaner/contracts'
import { offerBetaFeature } from '@gleaner/operator'
import { AdminError, type Command } from '../command.ts'

export const setBetaFeatureCommand: Command = {
  summary: 'Offers a feature to accounts as a beta, or changes what is said of it.',
  options: {
    slug: { value: 'slug', required: true, help: 'its name in the API: lower-case letters, digits, hyphens' },
    name: { value: 'text', required: true, help: 'its name for people' },
    description: { value: 'text', required: true, help: 'what it does' },
    status: {
      value: BETA_FEATURE_STATUSES.join('|'),
      required: true,
      help: 'hidden: nobody sees it; beta: accounts may switch it on; ga: on for everybody',
    },
  },
  async run({ db, actor }, values) {
    const { slug, status } = values
    if (!BetaFeatureSlug.safeParse(slug).success)
      throw new AdminError(
        `--slug must be lower-case letters, digits and single hyphens, and it is "${slug}".`,
      )
    if (!(BETA_FEATURE_STATUSES as readonly unknown[]).includes(status))
      throw new AdminError(
        `--status must be one of ${BETA_FEATURE_STATUSES.join(', ')}, and it is "${status}".`,
      )
    const feature = {
      slug: String(slug),
      name: String(values.name),
      description: String(values.description),
      status: status as BetaFeatureStatus,
    }
    await db.transaction((both) => offerBetaFeature(both, actor, feature))
    return feature
  },
}
