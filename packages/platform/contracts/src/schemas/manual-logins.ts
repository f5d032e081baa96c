import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { Total } from '../fields/lists.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { LIMITS } from '../limits.ts'
import { hasUrlCredentials } from '../url-credentials.ts'
import { HttpUrl } from './http-url.ts'
import { CountryCode, LanguageCode, Name } from './primitives.ts'

/** What a login by hand can be. `waiting`: its browser is not there yet; `open`: somebody may sign in. The others have ended. */
export const MANUAL_LOGIN_STATUSES = [
  'waiting',
  'open',
  'kept',
  'ended',
  'idle',
  'expired',
  'failed',
] as const
export type ManualLoginStatus = (typeof MANUAL_LOGIN_STATUSES)[number]

const Origin = z
  .string()
  .max(300)
  .refine((text) => URL.parse(text)?.origin === text, 'must be an origin such as "https://app.example.com"')
  .describe(
    'The page that will show the browser, where that is not the one that asks: `https://app.example.com`.',
  )

const SessionDomain = z
  .string()
  .max(2_048)
  .describe(
    'Of the session: the host that its cookies belong to, or an address there. Default: the host of `url`.',
  )

/** Body of POST /manual-logins. */
export const ManualLoginCreate = z.strictObject({
  url: HttpUrl.refine(
    (url) => !hasUrlCredentials(url),
    'must hold no user name and password: they are typed into the page',
  ).describe('Where the browser begins: the page to sign in at.'),
  name: Name.optional().describe('Of the session that is kept. Default: its domain.'),
  domain: SessionDomain.optional(),
  notes: z.string().max(LIMITS.sessionNotesChars).optional().describe('Notes of the session.'),
  mobile: z.boolean().default(false).describe('Show the page as on a phone.'),
  location: z
    .strictObject({
      country: CountryCode.optional().describe('Go out through a proxy in this country, where there is one.'),
      language: LanguageCode.optional().describe('The language that the browser asks for.'),
    })
    .default({})
    .describe('Where the browser seems to be.'),
  proxy_integration_id: z
    .uuid()
    .optional()
    .describe('A proxy of your own, of `GET /proxies`, for all its traffic.'),
  origin: Origin.optional(),
})
export type ManualLoginCreate = z.infer<typeof ManualLoginCreate>

/** Body of POST /manual-logins/{manual_login_id}/tickets. */
export const ManualLoginTicketCreate = z
  .strictObject({ origin: Origin.optional() })
  .describe('For which page the ticket is, where that is not the one that asks.')

/** Body of POST /manual-logins/{manual_login_id}/keep. */
export const ManualLoginKeep = z
  .strictObject({
    name: Name.optional().describe('Of the session, in place of the name that was given before.'),
    domain: SessionDomain.optional().describe('Of the session, in place of the one that was given before.'),
  })
  .describe('What the session is called, and whose cookies it holds.')
export type ManualLoginKeep = z.infer<typeof ManualLoginKeep>

export const ManualLoginTicket = z
  .object({
    ticket: z
      .string()
      .describe(
        'Opens the WebSocket once, for who asked for it, from the same origin. Sent as a subprotocol beside your credential.',
      ),
    expires_at: time('Until when it opens it.'),
    socket_path: z.string().describe('Path of the WebSocket on the same host.'),
  })
  .describe('What lets one viewer see the browser.')
export type ManualLoginTicket = z.infer<typeof ManualLoginTicket>

const fields = {
  id: ownId('manual_login_id'),
  url: z.string().describe('Where the browser began, without query.'),
  name: z.string().describe('Of the session that is kept.'),
  domain: z.string().describe('Of the session that is kept.'),
  mobile: z.boolean().describe('Whether the page is shown as on a phone.'),
  status: z
    .enum(MANUAL_LOGIN_STATUSES)
    .describe(
      '`waiting`: for a browser; `open`: somebody may sign in; `kept`: a session was made of it; `ended`: by its caller; `idle`: nobody did anything for 3 minutes; `expired`: its 15 minutes were over; `failed`: see `error`.',
    ),
  error: z
    .object({
      code: z.string().describe('Code of the error.'),
      message: z.string().describe('What went wrong, and what helps.'),
    })
    .nullable()
    .describe('Why it failed; null: it has not.'),
  session_id: z.uuid().nullable().describe('The session that was made of it; null: none was.'),
  created_at: CreatedAt,
  opened_at: time('When its browser was there; null: not yet.').nullable(),
  ends_at: time('When it ends at the latest.'),
  ended_at: time('When it has ended; null: not yet.').nullable(),
}

export const ManualLogin = z.object(fields).describe('A browser in which a person signs in.')
export type ManualLogin = z.infer<typeof ManualLogin>

export const ManualLoginList = z.object({
  manual_logins: z.array(ManualLogin).describe('The newest first.'),
  total: Total,
})
export type ManualLoginList = z.infer<typeof ManualLoginList>

export const ManualLoginBegun = z
  .object({ ...fields, ...ManualLoginTicket.shape })
  .describe('A login by hand that has begun, with the ticket of its first viewer.')
export type ManualLoginBegun = z.infer<typeof ManualLoginBegun>
