import { intField, settings } from '@gleaner/runtime'

/** Settings of the services that write or show archives. */
export const archiveFields = settings('files', {
  ARCHIVE_MB: intField({ min: 1, max: 100_000_000, fallback: 5_120, unit: 'MB' }).describe(
    'most that the archived pages of one account may take in Postgres, compressed. A full archive takes no more pages until old ones expire',
  ),
})
