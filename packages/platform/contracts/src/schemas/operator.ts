import { z } from 'zod'
import { BETA_FEATURE_STATUSES } from './beta-features.ts'
import { Email } from './email.ts'
import { AuditLogEntry, AuditQuery } from './organizations.ts'
import { PageQuery } from './page.ts'
import { hasNoControls, Name } from './primitives.ts'
import { TICKET_STATUSES, Ticket } from './support.ts'

const Time = z.iso.datetime()
/** 200,000 dollars: more than anybody grants by hand. */
const CREDITS_MAX = 1_000_000_000
/** Above what any deployment answers. */
const REQUESTS_MAX = 1_000_000
const REDIRECT_URIS_MAX = 20
/** Jobs of one run: what one account may have waiting without harm to others. */
export const REDRIVEN_MAX = 1_000

const Line = z.string().trim().min(1, 'must not be empty').max(200).refine(hasNoControls, 'must be one line')
const Reason = Line.optional().describe('Why, for the audit log.')

export const OperatedAccount = z.object({
  id: z.uuid(),
  name: z.string(),
  kind: z.enum(['personal', 'organization', 'system']),
  emails: z.array(z.string()).describe('Of the users whose personal account it is.'),
  available_credits: z.number(),
  held_credits: z.number(),
  api_keys: z.number().int(),
  enterprise: z.boolean(),
  requests_per_minute: z.number().int().nullable().describe('Null: that of its tier.'),
  concurrent_requests: z.number().int().nullable(),
  blocked_at: Time.nullable(),
  created_at: Time,
})
export type OperatedAccount = z.infer<typeof OperatedAccount>

export const OperatedAccountQuery = PageQuery.extend({
  search: Line.optional().describe('A part of the name, or of the address of a user.'),
})
export const OperatedAccountList = z.object({
  accounts: z.array(OperatedAccount),
  total: z.number().int(),
})

export const OperatedAccountCreate = z.strictObject({
  email: Email,
  name: Name.optional().describe('By default the address.'),
  credits: z
    .number()
    .min(0)
    .max(CREDITS_MAX)
    .optional()
    .describe('What its balance begins with. By default what every new account gets.'),
  enterprise: z.boolean().default(false),
})
export const OperatedAccountCreated = z.object({
  account_id: z.uuid(),
  email: z.string(),
  password: z.string().describe('Shown once, as is `api_key`.'),
  api_key: z.string(),
})

export const AccountBlock = z.strictObject({ reason: Reason })
export const AccountBlocked = z.object({
  account_id: z.uuid(),
  blocked: z.boolean(),
  changed: z.boolean().describe('False: it was so already.'),
})

export const CreditGrant = z.strictObject({
  credits: z.number().min(0.01).max(CREDITS_MAX),
  note: Line.default('by the operator').describe('For the ledger.'),
  reference: Line.optional().describe('Such as an invoice number: the same one adds its credits once.'),
})
export const CreditGranted = z.object({
  account_id: z.uuid(),
  granted_credits: z.number(),
  available_credits: z.number(),
})

const OwnLimit = z.number().int().min(1).max(REQUESTS_MAX).nullable().optional()
export const OperatedLimits = z
  .strictObject({
    enterprise: z.boolean().optional().describe('The enterprise tier, whatever the balance.'),
    requests_per_minute: OwnLimit.describe('Null: that of its tier.'),
    concurrent_requests: OwnLimit,
  })
  .refine((limits) => Object.keys(limits).length > 0, 'name at least one limit')

export const OperatedKeyCreate = z.strictObject({ name: Name, test: z.boolean().default(false) })

const Uri = z.string().min(1).max(2_000)
const RedirectUris = z.array(Uri).max(REDIRECT_URIS_MAX)
export const OAuthClientCreate = z.strictObject({
  name: Name.max(60).describe('What people are asked about.'),
  redirect_uris: RedirectUris.default([]),
  public: z.boolean().default(false).describe('It cannot keep a secret: it has none, and must use PKCE.'),
  first_party: z.boolean().default(false).describe('Its keys are named "<name> Integration".'),
})
export const OAuthClientUpdate = z.strictObject({
  redirect_uris: RedirectUris.describe('Replaces them all.'),
})
export const OAuthClientInfo = z.object({
  client_id: z.string(),
  client_secret: z.string().nullable().describe('In the reply that makes it, and never again.'),
  name: z.string(),
  public: z.boolean(),
  first_party: z.boolean(),
  redirect_uris: z.array(z.string()),
  live_keys: z.number().int(),
  created_at: Time,
})
export type OAuthClientInfo = z.infer<typeof OAuthClientInfo>
export const OAuthClientList = z.object({ clients: z.array(OAuthClientInfo), total: z.number().int() })
export const OAuthClientDeleted = z.object({ client_id: z.string(), revoked_keys: z.number().int() })
export const OAuthClientSecret = z.object({ client_id: z.string(), client_secret: z.string() })

export const DomainBlock = z.strictObject({ reason: Reason })
export const BlockedDomain = z.object({ domain: z.string(), reason: z.string().nullable(), created_at: Time })
export const BlockedDomainList = z.object({ domains: z.array(BlockedDomain), total: z.number().int() })
export const DomainBlocked = z.object({ domain: z.string(), blocked: z.boolean(), changed: z.boolean() })

export const OperatorAuditQuery = AuditQuery.extend({ account_id: z.uuid().toLowerCase().optional() })
export const OperatorAudit = z.object({
  entries: z.array(AuditLogEntry.omit({ actor_name: true }).extend({ account_id: z.uuid().nullable() })),
  next_cursor: z.string().nullable().describe('Null: there is nothing older.'),
})

export const OperatedTicket = Ticket.extend({
  account_id: z.uuid().nullable(),
  email: z.string().nullable().describe('Of who has asked without an account.'),
})
export const OperatedTicketQuery = z.strictObject({
  status: z.enum(TICKET_STATUSES).optional().describe('Without it, all that are not closed.'),
  limit: z.coerce.number().int().min(1).max(100).default(20),
})
export const OperatedTicketList = z.object({ tickets: z.array(OperatedTicket) })
export const TicketAnswered = z.object({
  ticket_id: z.uuid(),
  status: z.enum(TICKET_STATUSES),
  mails: z.number().int(),
})

export const BetaFeatureOffer = z.strictObject({
  name: Name,
  description: Line,
  status: z.enum(BETA_FEATURE_STATUSES),
})
export const BetaFeatureOffered = BetaFeatureOffer.extend({ slug: z.string() })

export const RedriveRequest = z.strictObject({
  account_id: z.uuid().toLowerCase().optional(),
  host: z.string().max(255).toLowerCase().optional(),
  error: z
    .string()
    .max(100)
    .optional()
    .describe('Jobs that ended with this code, such as `ALL_TIERS_FAILED`.'),
  since: z.iso.datetime({ offset: true }).optional().describe('Accepted at or after; by default a day ago.'),
  until: z.iso.datetime({ offset: true }).optional().describe('Accepted before; by default now.'),
  limit: z
    .number()
    .int()
    .min(1)
    .max(REDRIVEN_MAX)
    .default(100)
    .describe('How many at most, the oldest first.'),
  dry_run: z
    .boolean()
    .default(true)
    .describe('Only tell which. Else balances are charged for what is delivered.'),
})
export const Redriven = z.object({
  jobs: z.array(
    z.object({
      job_id: z.uuid(),
      account_id: z.uuid(),
      url: z.string(),
      error: z.string(),
      result: z.string(),
    }),
  ),
})
