import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { formatNumber } from '../../parts/amounts.tsx'
import { LIMIT_FIELDS, limitOf, limitValues } from '../../parts/limit-card.tsx'
import { Moment } from '../../parts/moment.tsx'
import { endOfDay, type FormField, type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'

type Key = Schemas['ApiKey']
const said = words.keys

/** `scopes`: those of a key that has several, which are one more choice. */
const fieldsOf = (scopes = ''): readonly FormField[] => [
  { name: 'name', label: said.name, required: true },
  {
    name: 'scopes',
    label: said.scope,
    kind: 'select',
    initial: 'scrape',
    options: Object.entries({ [scopes || 'scrape']: scopes, ...said.scopes }).map(([value, label]) => ({
      value,
      label,
    })),
  },
  { name: 'allowed_ips', label: said.allowedIps, hint: said.allowedIpsHint },
  { name: 'expires_at', label: said.expires, hint: said.expiresHint, kind: 'date' },
]

const isOverlapping = ({ previous_key_expires_at: until }: Key) =>
  until !== null && Date.parse(until) > Date.now()

const KEYS: Things<Key> = {
  key: 'keys',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('items', await gleaner().keys.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  columns: [
    {
      key: 'name',
      title: said.columns.name,
      cell: ({ name, created_at }) => <span title={said.madeAt(created_at)}>{name}</span>,
    },
    { key: 'key', title: said.columns.key, cell: ({ key_prefix }) => <code>{key_prefix}…</code> },
    { key: 'scopes', title: said.columns.scopes, cell: ({ scopes }) => scopes.join(', '), optional: true },
    {
      key: 'limit',
      title: said.columns.limit,
      width: '88px',
      optional: true,
      cell: ({ limits }) => usedOf(limits),
    },
    {
      key: 'ends',
      title: said.columns.ends,
      width: '80px',
      optional: true,
      cell: ({ expires_at }) => (expires_at ? <Moment at={expires_at} /> : said.forEver),
    },
    {
      key: 'used',
      optional: true,
      title: said.columns.used,
      width: '88px',
      cell: ({ last_used_at, last_used_ip }) => (
        <span title={last_used_ip ? said.usedFrom(last_used_ip) : undefined}>
          <Moment at={last_used_at} />
        </span>
      ),
    },
  ],
  add: {
    label: said.add,
    fields: [...fieldsOf(), { name: 'test', label: said.test, kind: 'check' }],
    create: ({ name, scopes, allowed_ips, expires_at, test }) =>
      gleaner().keys.create({
        name: String(name),
        scopes: wordsOf(scopes) as Key['scopes'],
        allowed_ips: wordsOf(allowed_ips) ?? null,
        expires_at: endOfDay(expires_at),
        test: test === true,
      }),
    secretOf: (reply) => (reply as { key?: string }).key,
  },
  actions: [
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: ({ scopes }) => fieldsOf(scopes.join(' ')),
        valuesOf: ({ name, scopes, allowed_ips, expires_at }) => ({
          name,
          scopes: scopes.join(' '),
          allowed_ips: allowed_ips?.join(' ') ?? '',
          expires_at: expires_at?.slice(0, 10) ?? '',
        }),
      },
      run: ({ id }, { name, scopes, allowed_ips, expires_at }) =>
        gleaner().keys.update(id, {
          name: String(name),
          scopes: wordsOf(scopes) as Key['scopes'],
          allowed_ips: wordsOf(allowed_ips) ?? null,
          expires_at: endOfDay(expires_at),
        }),
    },
    {
      label: said.rotate,
      ask: {
        title: said.rotateTitle,
        fields: (key) => [
          {
            name: 'overlap_seconds',
            label: said.overlap,
            hint: said.overlapHint,
            kind: 'select',
            initial: '86400',
            options: Object.entries(said.overlaps).map(([value, label]) => ({ value, label })),
          },
          ...(isOverlapping(key)
            ? [{ name: 'end_previous', label: said.endPrevious, kind: 'check' as const }]
            : []),
        ],
      },
      run: ({ id }, { overlap_seconds, end_previous }) =>
        gleaner().keys.rotate(id, {
          overlap_seconds: Number(overlap_seconds),
          end_previous: end_previous === true,
        }),
      secretOf: (reply) => (reply as Key).key ?? undefined,
    },
    {
      label: said.endOverlap,
      when: isOverlapping,
      run: ({ id }) => gleaner().keys.endOverlap(id),
      confirm: { title: said.endOverlapTitle, text: ({ name }) => said.endOverlapText(name) },
    },
    {
      label: said.limit,
      ask: { title: said.limit, fields: LIMIT_FIELDS, valuesOf: ({ limits }) => limitValues(limits) },
      run: ({ id }, values) => gleaner().keys.setLimits(id, limitOf(values)),
    },
    {
      label: said.removeLimit,
      when: ({ limits }) => limits !== null,
      run: ({ id }) => gleaner().keys.deleteLimits(id),
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().keys.delete(id),
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

/** Credits of the period before requests, where the key has both limits. */
function usedOf(limits: Key['limits']) {
  if (!limits) return <span class="muted">–</span>
  const { usage, budget_limit_credits: credits, request_limit: requests } = limits
  if (credits !== null)
    return said.limitOf(formatNumber(usage.used_credits + usage.held_credits), formatNumber(credits))
  return said.limitOf(formatNumber(usage.requests), formatNumber(requests ?? 0))
}

export default function KeysPage() {
  return <ThingsPage things={KEYS} />
}
