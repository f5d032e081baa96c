import { z } from 'zod'
import { queryFlag } from '../fields/flags.ts'
import { limitUpTo, offsetUpTo } from '../fields/lists.ts'
import { LIMITS } from '../limits.ts'
import { Name } from './primitives.ts'
import {
  HeaderValue,
  headerValues,
  LOGS_CONNECTION_IN,
  logsConnectionIn,
  RequestHeaders,
} from './request-headers.ts'
import { SESSION_STATUSES } from './sessions.ts'

/** What `packages/reading/cookie-rules` reads: here only what kinds of value there are. */
const SessionCookies = z
  .unknown()
  .refine((given) => given !== undefined, {
    error: 'is required: what the site has given to who signed in',
    abort: true,
  })
  .refine(
    (given) => typeof given === 'string' || (typeof given === 'object' && given !== null),
    'must be an object of names and values, a list of cookies, or a text: cookies.txt, a Cookie header or JSON',
  )
  .meta({
    description: `At most ${LIMITS.inlineCookies} cookies that fit the domain: an object of names and values; the list of cookies that a browser extension or a test tool exports (\`domain\`, \`path\`, \`expires\` ... are kept), also as its text; the text of a cookies.txt; a \`Cookie\` header, or lines of \`Set-Cookie:\`. Of a storage state (Playwright) the \`localStorage\` of the domain's \`origins\` is kept as well, and \`sessionStorage\` where it stands beside: at most ${LIMITS.sessionStorage.origins} origins and ${LIMITS.sessionStorage.bytes / 1024} KB. An import may have ${LIMITS.importedCookies.toLocaleString('en')} entries, as a text ${LIMITS.importedText / 1024} KB.`,
    anyOf: [
      { type: 'object', additionalProperties: { type: 'string' } },
      { type: 'array', items: { type: 'object' } },
      {
        type: 'object',
        properties: {
          cookies: {
            type: 'array',
            items: { type: 'object' },
            description: 'Cookies as the tool exports them.',
          },
          origins: {
            type: 'array',
            items: { type: 'object' },
            description:
              'What origins have stored: `origin`, and `localStorage` as a list of `name` and `value`.',
          },
        },
      },
      { type: 'string' },
    ],
  })

const SessionHeaders = RequestHeaders.superRefine((headers, context) => {
  for (const name of Object.keys(headers)) {
    const lower = name.toLowerCase()
    const message =
      lower === 'cookie'
        ? 'is made of the cookies; put its text into the field cookies'
        : lower === 'authorization' && logsConnectionIn(headers[name]!)
          ? LOGS_CONNECTION_IN
          : undefined
    if (message) context.addIssue({ code: 'custom', path: [name], message })
  }
})

const UserAgent = HeaderValue.min(1).max(1_000)
const USER_AGENT_SAYS = 'Kept among the headers, as `User-Agent`.'

const ExpiresAt = z.iso
  .datetime({ offset: true, local: true, error: 'must be a time such as "2027-01-31T12:00:00Z"' })
  .transform((time) => (/(?:z|[+-]\d\d:?\d\d)$/i.test(time) ? time : `${time}Z`))
  .refine((time) => Date.parse(time) > Date.now(), 'must lie in the future; DELETE ends a session at once')

const Notes = z.string().max(LIMITS.sessionNotesChars)

/** Body of POST /sessions. */
export const SessionCreate = z
  .strictObject({
    name: Name,
    domain: z
      .string()
      .max(2_048)
      .describe(
        'The host that the cookies belong to, or an address there. They are sent to it and its subdomains, and to nothing else. To validate a site on a port, name the port: `http://localhost:3000`.',
      ),
    cookies: SessionCookies,
    headers: SessionHeaders.nullish().describe(
      'Sent to the same hosts: at most 50, none that the transport sets, and no `Cookie`.',
    ),
    expires_at: ExpiresAt.nullish().describe('When the session is to end.'),
    notes: Notes.nullish().describe('What you want to note: at most 1,000 characters.'),
    user_agent: UserAgent.nullish().describe(USER_AGENT_SAYS),
    consent: z.boolean().nullish().describe('Has no effect.'),
  })
  .superRefine(refuseTwoUserAgents)
export type SessionCreate = z.infer<typeof SessionCreate>

/** Body of PATCH /sessions/{session_id}. Null clears a field. */
export const SessionUpdate = z
  .strictObject({
    name: Name.optional(),
    cookies: SessionCookies.optional(),
    headers: SessionHeaders.nullable().optional().describe('Replaces all headers, `User-Agent` included.'),
    expires_at: ExpiresAt.nullable().optional().describe('When the session is to end; null: no time.'),
    notes: Notes.nullable()
      .optional()
      .describe('What you want to note: at most 1,000 characters; null: nothing.'),
    user_agent: UserAgent.nullable().optional().describe(`${USER_AGENT_SAYS} Null takes it off.`),
  })
  .refine((update) => Object.keys(update).length > 0, 'name at least one field to change')
  .superRefine(refuseTwoUserAgents)
export type SessionUpdate = z.infer<typeof SessionUpdate>

/** Body of POST /sessions/{session_id}/refresh. */
export const SessionRefresh = z
  .strictObject({
    cookies: SessionCookies.optional().describe(
      'Those of the new sign-in. Without them the site is asked whether the session still works.',
    ),
    headers: SessionHeaders.nullish().describe('Headers of the new sign-in, in place of those before.'),
    expires_at: ExpiresAt.nullish().describe('When the session is to end.'),
  })
  .refine(
    ({ cookies, ...others }) =>
      cookies !== undefined || Object.values(others).every((value) => value == null),
    {
      path: ['cookies'],
      message: 'is required where anything else is sent; without all of it the session is validated',
    },
  )
  .describe('The cookies and headers of a new sign-in; without any the session is validated.')
export type SessionRefresh = z.infer<typeof SessionRefresh>

/** Query of GET /sessions. All sessions that an account can have fit into one page. */
export const SessionQuery = z.strictObject({
  include_shared: queryFlag()
    .default(false)
    .describe('Whether sessions that others share with you are listed too.'),
  domain: z.string().max(2_048).optional().describe('Only sessions of this domain.'),
  status: z
    .enum(SESSION_STATUSES.filter((status) => status !== 'inactive'))
    .optional()
    .describe('Only sessions of this status.'),
  limit: limitUpTo(100, 100),
  offset: offsetUpTo(1_000_000),
})
export type SessionQuery = z.infer<typeof SessionQuery>

function refuseTwoUserAgents(
  {
    headers,
    user_agent,
  }: { headers?: Record<string, string> | null | undefined; user_agent?: string | null | undefined },
  context: z.RefinementCtx,
): void {
  const among = headerValues(headers ?? undefined, 'user-agent')
  if (typeof user_agent !== 'string' || among.every((value) => value === user_agent)) return
  const message = 'and headers.User-Agent are the same; send one of them'
  context.addIssue({ code: 'custom', path: ['user_agent'], message })
}
