import { intField, settings } from '@gleaner/runtime'

/** Settings of the services that compare pages with their histories. */
export const trackingFields = settings('files', {
  TRACKING_MB: intField({ min: 1, max: 100_000_000, fallback: 1_024, unit: 'MB' }).describe(
    'most that the versions may take in Postgres, compressed, with which `change_tracking` compares the pages of one account. Beyond it no page begins to be tracked until old versions expire',
  ),
})
