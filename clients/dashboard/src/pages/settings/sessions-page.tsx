import type { Schemas } from '@gleaner/sdk'
import { gleaner } from '../../api/client.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import type { Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import { words } from '../../words/index.ts'

type Session = Schemas['Session']
const said = words.settings.sessions

const SESSIONS: Things<Session> = {
  key: 'sessions',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (signal) =>
    (await gleaner().sessions.list({ limit: 100, include_shared: true }, { signal })).sessions,
  idOf: ({ id }) => id,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'domain', title: said.columns.domain, cell: ({ domain }) => domain },
    {
      key: 'state',
      title: said.columns.state,
      width: '120px',
      cell: ({ status }) => <StateWord state={status} />,
    },
    {
      key: 'uses',
      title: said.columns.uses,
      width: '60px',
      numeric: true,
      optional: true,
      cell: ({ total_requests }) => total_requests,
    },
    {
      key: 'health',
      title: said.columns.health,
      width: '70px',
      numeric: true,
      optional: true,
      cell: ({ total_requests, success_rate }) =>
        total_requests > 0 ? `${Math.round(success_rate)} %` : '–',
    },
    {
      key: 'used',
      title: said.columns.used,
      width: '110px',
      optional: true,
      cell: ({ last_used_at }) => <Moment at={last_used_at} />,
    },
  ],
  add: {
    label: said.add,
    fields: [
      { name: 'name', label: said.name, required: true },
      { name: 'domain', label: said.domain, hint: said.domainHint, required: true },
      { name: 'cookies', label: said.cookies, hint: said.cookiesHint, kind: 'area', required: true },
    ],
    create: ({ name, domain, cookies }) =>
      gleaner().sessions.create({
        name: String(name),
        domain: String(domain),
        cookies: parsed(String(cookies)) as never,
      }),
  },
  actions: [
    {
      label: said.validate,
      run: ({ id }) => gleaner().sessions.validate(id),
      tell: (reply) => {
        const { status, confidence } = reply as { status: string; confidence?: number | null }
        return said.validated(words.states[status] ?? status, String(confidence ?? 0))
      },
    },
    {
      label: said.delete,
      run: ({ id }) => gleaner().sessions.delete(id),
      when: ({ is_owner }) => is_owner,
      confirm: { title: said.deleteTitle, text: ({ name }) => said.deleteText(name) },
    },
  ],
}

/** What extensions and DevTools export is JSON; the rest is text that the service reads. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

export default function SessionsPage() {
  return <ThingsPage things={SESSIONS} />
}
