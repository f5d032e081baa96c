import { z } from 'zod'
import { ownId } from '../fields/ids.ts'
import { limitUpTo, Total } from '../fields/lists.ts'
import { credits } from '../fields/money.ts'
import { CreatedAt, time } from '../fields/times.ts'
import { BETA_FEATURE_STATUSES } from './beta-features.ts'
import { Email } from './email.ts'
import { AuditLogEntry, AuditQuery } from './organizations.ts'
import { PageQuery } from './page.ts'
import { hasNoControls, Name } from './primitives.ts'
import { TICKET_STATUSES, Ticket } from './support.ts'

/** 200,000 dollars: more than anybody grants by hand. */
const CREDITS_MAX = 1_000_000_000
/** Above what any deployment answers. */
const REQUESTS_MAX = 1_000_000
const REDIRECT_URIS_MAX = 20
/** Jobs of one run: what one account may have waiting without harm to others. */
export const REDRIVEN_MAX = 1_000

const Line = z.string().trim().min(1, 'must not be empty').max(200).refine(hasNoControls, 'must be one line')
const Reason = Line.optional().describe('Why, for the audit log.')

export const OperatedAccount = z
  .object({
    id: ownId('account_id'),
    name: z.string().describe('What the account is called; of a person’s their name.'),
    kind: z
      .enum(['personal', 'organization', 'system'])
      .describe('`personal`: of one person; `organization`; `system`: that of the demos, of nobody.'),
    emails: z.array(z.string()).describe('Addresses of the users whose personal account it is.'),
    available_credits: credits('Credits of the balance without what open requests hold.'),
    held_credits: credits('Credits that open requests hold.'),
    api_keys: z.number().int().describe('How many keys it has that are not revoked.'),
    enterprise: z.boolean().describe('Whether it has the enterprise tier, whatever the balance.'),
    requests_per_minute: z
      .number()
      .int()
      .nullable()
      .describe('Rate-limit tokens a minute of its own; null: those of its tier.'),
    concurrent_requests: z
      .number()
      .int()
      .nullable()
      .describe('Slots for requests of its own; null: those of its tier.'),
    blocked_at: time('When the operator blocked it; null where it is not.').nullable(),
    created_at: CreatedAt,
  })
  .describe('An account, as operators see it.')
export type OperatedAccount = z.infer<typeof OperatedAccount>

export const OperatedAccountQuery = PageQuery.extend({
  search: Line.optional().describe('A part of the name, or of the address of a user.'),
})
export const OperatedAccountList = z.object({
  accounts: z.array(OperatedAccount).describe('The newest first.'),
  total: Total,
})

export const OperatedAccountCreate = z.strictObject({
  email: Email.describe('Address by which its first user signs in.'),
  name: Name.optional().describe('What the account is called. Default: the address.'),
  credits: z
    .number()
    .min(0)
    .max(CREDITS_MAX)
    .optional()
    .describe('Credits that its balance begins with. Default: what every new account gets.'),
  enterprise: z
    .boolean()
    .default(false)
    .describe('Whether it has the enterprise tier, whatever the balance.'),
})
export const OperatedAccountCreated = z.object({
  account_id: ownId('account_id'),
  email: z.string().describe('Address by which its first user signs in.'),
  password: z.string().describe('With what its first user signs in; shown once, as is `api_key`.'),
  api_key: z.string().describe('Its first key; shown once.'),
})

export const AccountBlock = z.strictObject({ reason: Reason })
export const AccountBlocked = z.object({
  account_id: ownId('account_id'),
  blocked: z.boolean().describe('Whether it is blocked now: no request of it is served.'),
  changed: z.boolean().describe('False: it was so already.'),
})

export const CreditGrant = z.strictObject({
  credits: z.number().min(0.01).max(CREDITS_MAX).describe('Credits that its balance gets.'),
  note: Line.default('by the operator').describe('For the ledger.'),
  reference: Line.optional().describe('Such as an invoice number: the same one adds its credits once.'),
})
export const CreditGranted = z.object({
  account_id: ownId('account_id'),
  granted_credits: credits('Credits that were added; 0 where this `reference` had added them before.'),
  available_credits: credits('Credits of the balance then, without what open requests hold.'),
})

const OwnLimit = z.number().int().min(1).max(REQUESTS_MAX).nullable().optional()
export const OperatedLimits = z
  .strictObject({
    enterprise: z.boolean().optional().describe('The enterprise tier, whatever the balance.'),
    requests_per_minute: OwnLimit.describe('Rate-limit tokens a minute; null: those of its tier.'),
    concurrent_requests: OwnLimit.describe('Slots for requests; null: those of its tier.'),
  })
  .refine((limits) => Object.keys(limits).length > 0, 'name at least one limit')

export const OperatedKeyCreate = z.strictObject({
  name: Name,
  test: z
    .boolean()
    .default(false)
    .describe('A test key answers from built-in sample pages and costs nothing.'),
})

const Uri = z.string().min(1).max(2_000)
const RedirectUris = z.array(Uri).max(REDIRECT_URIS_MAX)
export const OAuthClientCreate = z.strictObject({
  name: Name.max(60).describe('What people are asked about.'),
  redirect_uris: RedirectUris.default([]).describe(
    'Where people are sent back to, exactly as the tool names it: by https, or of native tools by http on loopback.',
  ),
  public: z.boolean().default(false).describe('It cannot keep a secret: it has none, and must use PKCE.'),
  first_party: z.boolean().default(false).describe('Its keys are named "<name> Integration".'),
})
export const OAuthClientUpdate = z.strictObject({
  redirect_uris: RedirectUris.describe('Replaces them all.'),
})
export const OAuthClientInfo = z
  .object({
    client_id: z.string().describe('Names the tool; stands for `{client_id}` in paths.'),
    client_secret: z
      .string()
      .nullable()
      .describe('The secret, in the reply that makes it and never again; null otherwise.'),
    name: z.string().describe('What people are asked about.'),
    public: z.boolean().describe('Whether it has no secret, and must use PKCE.'),
    first_party: z.boolean().describe('Whether its keys are named `<name> Integration`.'),
    origin: z
      .enum(['operator', 'built_in', 'registered', 'document'])
      .describe(
        'Who made it known: `operator`; `built_in`, which is neither changed nor removed; `registered` itself (RFC 7591); or the `document` at the address that is its id.',
      ),
    redirect_uris: z.array(z.string()).describe('Where people are sent back to.'),
    live_keys: z.number().int().describe('How many keys people have given it that are not revoked.'),
    created_at: CreatedAt,
  })
  .describe('A tool that people may give a key to.')
export type OAuthClientInfo = z.infer<typeof OAuthClientInfo>
export const OAuthClientList = z.object({
  clients: z.array(OAuthClientInfo).describe('The oldest first.'),
  total: Total,
})
export const OAuthClientDeleted = z.object({
  client_id: z.string().describe('The tool that is gone.'),
  revoked_keys: z.number().int().describe('How many keys have ended with it.'),
})
export const OAuthClientSecret = z.object({
  client_id: z.string().describe('The tool.'),
  client_secret: z.string().describe('The new secret; shown once.'),
})

export const DomainBlock = z.strictObject({ reason: Reason })
export const BlockedDomain = z
  .object({
    domain: z.string().describe('The domain, which is blocked with its subdomains.'),
    reason: z.string().nullable().describe('Why, for the operator; null where nothing was said.'),
    created_at: time('When it was blocked.'),
  })
  .describe('A domain that nobody may fetch.')
export const BlockedDomainList = z.object({
  domains: z.array(BlockedDomain).describe('By their names.'),
  total: Total,
})
export const DomainBlocked = z.object({
  domain: z.string().describe('The domain, as it is compared: in small letters, and in ASCII.'),
  blocked: z.boolean().describe('Whether it is blocked now, with its subdomains.'),
  changed: z.boolean().describe('False: it was so already.'),
})

export const OperatorAuditQuery = AuditQuery.extend({
  account_id: z.uuid().toLowerCase().optional().describe('Only acts that concern this account.'),
})
export const OperatorAudit = z.object({
  entries: z
    .array(
      AuditLogEntry.omit({ actor_name: true }).extend({
        account_id: z
          .uuid()
          .nullable()
          .describe('The account that it concerns; null where it concerns none.'),
      }),
    )
    .describe('The newest first.'),
  next_cursor: z
    .string()
    .nullable()
    .describe('Reads on from here, as `cursor`; null: there is nothing older.'),
})

export const OperatedTicket = Ticket.extend({
  account_id: z.uuid().nullable().describe('Who asks; null: somebody without an account.'),
  email: z.string().nullable().describe('Address of who has asked without an account; null of others.'),
}).describe('A ticket of support, as operators see it.')
export const OperatedTicketQuery = z.strictObject({
  status: z.enum(TICKET_STATUSES).optional().describe('Without it, all that are not closed.'),
  limit: limitUpTo(100, 20),
})
export const OperatedTicketList = z.object({
  tickets: z.array(OperatedTicket).describe('The one that waits longest comes first.'),
})
export const TicketAnswered = z.object({
  ticket_id: ownId('ticket_id'),
  status: z
    .enum(TICKET_STATUSES)
    .describe('`open`: the operator is asked; `answered`: whoever asked is; `closed`: nobody is.'),
  mails: z.number().int().describe('How many mails tell of it.'),
})

export const BetaFeatureOffer = z.strictObject({
  name: Name.describe('What it is called: one line of at most 100 characters.'),
  description: Line.describe('What it does: one line of at most 200 characters.'),
  status: z
    .enum(BETA_FEATURE_STATUSES)
    .describe(
      '`hidden`: nobody sees it; `beta`: off until an account switches it on; `ga`: on for everybody.',
    ),
})
export const BetaFeatureOffered = BetaFeatureOffer.extend({
  slug: z.string().describe('Names the feature, as the path does.'),
})

export const RedriveRequest = z.strictObject({
  account_id: z.uuid().toLowerCase().optional().describe('Only jobs of this account.'),
  host: z.string().max(255).toLowerCase().optional().describe('Only jobs at this host.'),
  error: z
    .string()
    .max(100)
    .optional()
    .describe('Only jobs that ended with this code, such as `ALL_TIERS_FAILED`.'),
  since: z.iso.datetime({ offset: true }).optional().describe('Accepted at or after; by default a day ago.'),
  until: z.iso.datetime({ offset: true }).optional().describe('Accepted before; by default now.'),
  limit: z.number().int().min(1).max(REDRIVEN_MAX).default(100).describe('Most jobs, the oldest first.'),
  dry_run: z
    .boolean()
    .default(true)
    .describe('Only tell which. Else balances are charged for what is delivered.'),
})
export const Redriven = z.object({
  jobs: z
    .array(
      z.object({
        job_id: z.uuid().describe('The job that failed.'),
        account_id: z.uuid().describe('Whose job it is.'),
        url: z.string().describe('The page, as it was asked for.'),
        error: z.string().describe('The code of its error.'),
        result: z.string().describe('What was done: a new job, by its id, or why there is none.'),
      }),
    )
    .describe('The jobs that failed, the oldest first.'),
})
