import { ENTERPRISE, SPEND_TIERS } from '@gleaner/billing/spend-tier'
import { BOUNDED } from '@gleaner/db'
import { table } from './table.ts'

/** How much an account may ask for, and how much it may have. */
export function limitsPage(): string {
  const tiers = [...SPEND_TIERS, ENTERPRISE].map(({ name, minCents, requestsPerMinute, concurrency }) => [
    `\`${name}\``,
    Number.isFinite(minCents) ? `$${minCents / 100}` : 'granted by the operator',
    requestsPerMinute.toLocaleString('en'),
    String(concurrency),
  ])
  return [
    '# Limits',
    'Limits of a single endpoint stand with the [endpoint](endpoints.md), those of a field with the [field](fields.md).',
    '## Requests',
    'The balance of an account decides its spend tier. A key may take as many rate-limit tokens a minute as the table says, all keys of the account together twice as many. A slot is a request that creates something or starts work, until its reply has ended.',
    table(['Spend tier', 'From a balance of', 'Tokens a minute', 'Slots of the account'], tiers),
    '## Things',
    table(
      ['Thing', 'At most'],
      Object.values(BOUNDED).map(({ what, most }) => [what, String(most)]),
    ),
  ].join('\n\n')
}
