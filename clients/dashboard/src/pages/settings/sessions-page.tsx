import type { Schemas } from '@gleaner/sdk'
import { Link } from 'wouter'
import { gleaner } from '../../api/client.ts'
import { withRows } from '../../api/use-list.ts'
import { Moment } from '../../parts/moment.tsx'
import { StateWord } from '../../parts/state-word.tsx'
import { endOfDay, type FormField, headersOf, type Things } from '../../parts/things/things.ts'
import { ThingsPage } from '../../parts/things/things-page.tsx'
import * as words from '../../words/index.ts'
import { OpenLogins } from '../by-hand/open-logins.tsx'

type Session = Schemas['Session']
const said = words.settings.sessions

const COOKIES: FormField = {
  name: 'cookies',
  label: said.cookies,
  hint: said.cookiesHint,
  kind: 'area',
  required: true,
}
const HEADERS: FormField = { name: 'headers', label: said.headers, hint: said.headersHint, kind: 'area' }
const EXPIRES: FormField = { name: 'expires_at', label: said.expires, hint: said.expiresHint, kind: 'date' }
const NOTES: FormField = { name: 'notes', label: said.notes }

const SESSIONS: Things<Session> = {
  key: 'sessions',
  title: said.title,
  lead: said.lead,
  empty: said.empty,
  example: said.example,
  list: async (page, signal) =>
    withRows('sessions', await gleaner().sessions.list({ ...page, include_shared: true }, { signal })),
  idOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hrefOf: ({ id }) => `/sessions/${id}/story`,
  columns: [
    { key: 'name', title: said.columns.name, cell: ({ name }) => name },
    { key: 'domain', title: said.columns.domain, optional: true, cell: ({ domain }) => domain },
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
      COOKIES,
      HEADERS,
      { name: 'user_agent', label: said.userAgent, hint: said.userAgentHint },
      EXPIRES,
      NOTES,
    ],
    create: ({ name, domain, cookies, headers, user_agent, expires_at, notes }) =>
      gleaner().sessions.create({
        name: String(name),
        domain: String(domain),
        cookies: parsed(String(cookies)) as never,
        headers: headersOf(headers) ?? null,
        user_agent: String(user_agent) || null,
        expires_at: endOfDay(expires_at),
        notes: String(notes) || null,
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
      label: said.refresh,
      when: ({ is_owner }) => is_owner,
      ask: { title: said.refreshTitle, fields: [COOKIES, HEADERS] },
      run: ({ id }, { cookies, headers }) => {
        const own = headersOf(headers)
        return gleaner().sessions.refresh(id, {
          cookies: parsed(String(cookies)) as never,
          ...(own && { headers: own }),
        })
      },
    },
    {
      label: said.edit,
      when: ({ is_owner }) => is_owner,
      ask: {
        title: said.edit,
        fields: [{ name: 'name', label: said.name, required: true }, EXPIRES, NOTES],
        valuesOf: ({ name, expires_at, notes }) => ({
          name,
          expires_at: expires_at?.slice(0, 10) ?? '',
          notes: notes ?? '',
        }),
      },
      run: ({ id }, { name, expires_at, notes }) =>
        gleaner().sessions.update(id, {
          name: String(name),
          expires_at: endOfDay(expires_at),
          notes: String(notes) || null,
        }),
    },
    {
      label: said.share,
      when: ({ is_owner, organization_id }) => is_owner && organization_id === null,
      ask: {
        title: said.shareTitle,
        fields: [{ name: 'organization_id', label: said.organization, required: true, kind: 'organization' }],
      },
      run: ({ id }, { organization_id }) =>
        gleaner().sessions.share(id, { organization_id: String(organization_id) }),
    },
    {
      label: said.unshare,
      when: ({ is_owner, organization_id }) => is_owner && organization_id !== null,
      run: ({ id }) => gleaner().sessions.unshare(id),
      confirm: { title: said.unshareTitle, text: ({ name }) => said.unshareText(name) },
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
  return (
    <ThingsPage things={SESSIONS}>
      <OpenLogins />
      <div class="row">
        <Link class="button plain" href="/sessions/sign-in">
          {words.byHand.title}
        </Link>
      </div>
    </ThingsPage>
  )
}
