import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { headersOf, type Things, wordsOf } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { SigningSecret } from './signing-secret.tsx'

type Webhook = Schemas['Webhook']
const said = words.settings.webhooks

const WEBHOOKS: Things<Webhook> = {
  key: 'webhooks',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) => withRows('webhooks', await gleaner().webhooks.list(page, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name, url }) => name ?? url,
  // What it was told.
  hrefOf: ({ id }) => `/deliveries?webhook_id=${id}`,
  columns: [
    { key: 'url', title: said.columns.url, width: 'minmax(110px, 2fr)', cell: ({ url }) => url },
    {
      key: 'events',
      title: said.columns.events,
      optional: true,
      cell: ({ events }) => <span title={events?.join(', ')}>{events?.join(', ') || said.all}</span>,
    },
    {
      key: 'state',
      title: said.columns.state,
      width: '90px',
      cell: ({ is_active }) => <StateWord state={is_active ? 'active' : 'inactive'} />,
    },
    {
      key: 'made',
      title: said.columns.made,
      width: '110px',
      optional: true,
      cell: ({ created_at }) => <Moment at={created_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'url', label: said.url, hint: said.urlHint, required: true, placeholder: 'https://' },
      { name: 'name', label: said.name },
      { name: 'events', label: said.events, hint: said.eventsHint },
      { name: 'headers', label: said.headers, hint: said.headersHint, kind: 'area' },
    ],
    create: ({ url, name, events, headers }) => {
      const chosen = wordsOf(events)
      const own = headersOf(headers)
      return gleaner().webhooks.create({
        url: String(url),
        ...(name && { name: String(name) }),
        ...(chosen && { events: chosen as never }),
        ...(own && { headers: own }),
      })
    },
    secretOf: (reply) => (reply as { secret?: string }).secret,
  },
  actions: [
    {
      label: words.things.test,
      run: ({ id }) => gleaner().webhooks.test(id),
      tell: (reply) => {
        const { success, status_code, error } = reply as Schemas['WebhookTestResult']
        return success ? said.tested(String(status_code)) : said.testFailed(error ?? String(status_code))
      },
    },
    {
      label: said.edit,
      ask: {
        title: said.edit,
        fields: ({ header_names }) => [
          { name: 'url', label: said.url, hint: said.urlHint, required: true },
          { name: 'name', label: said.name },
          { name: 'events', label: said.events, hint: said.eventsHint },
          {
            name: 'headers',
            label: said.headers,
            hint:
              header_names.length > 0 ? `${said.headersKept}: ${header_names.join(', ')}` : said.headersHint,
            kind: 'area',
          },
          ...(header_names.length > 0
            ? [{ name: 'drop', label: said.dropHeaders, kind: 'check' as const }]
            : []),
        ],
        valuesOf: ({ url, name, events }) => ({ url, name: name ?? '', events: events.join(' ') }),
      },
      run: ({ id }, { url, name, events, headers, drop }) => {
        const chosen = wordsOf(events)
        const own = drop === true ? null : headersOf(headers)
        return gleaner().webhooks.update(id, {
          url: String(url),
          name: String(name) || null,
          ...(chosen && { events: chosen as never }),
          ...(own !== undefined && { headers: own }),
        })
      },
    },
    {
      label: words.things.off,
      run: ({ id }) => gleaner().webhooks.update(id, { is_active: false }),
      when: ({ is_active }) => is_active,
    },
    {
      label: words.things.on,
      run: ({ id }) => gleaner().webhooks.update(id, { is_active: true }),
      when: ({ is_active }) => !is_active,
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().webhooks.delete(id),
      confirm: { title: said.deleteTitle, text: ({ url }) => said.deleteText(url) },
    },
  ],
}

export default function WebhooksPage() {
  return (
    <ThingsPage things={WEBHOOKS}>
      <SigningSecret />
    </ThingsPage>
  )
}
