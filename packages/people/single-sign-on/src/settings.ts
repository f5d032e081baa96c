import { flagField, listField, settingFacts, settings, urlField } from '@gleaner/runtime'
import { z } from 'zod'
import { isPlainDomain } from './domains.ts'
import { parseGroupRoles } from './group-roles.ts'

/** The operator's own identity provider (OpenID Connect): settings of the gateway. */
export const singleSignOnFields = settings('accounts', {
  SSO_ISSUER: urlField(['https', 'http'])
    .optional()
    .describe(
      'issuer of an OpenID Connect provider by which people sign in, e.g. https://login.example.com/realms/staff; http only on loopback. It is called directly, also at a private address. Its redirect address is /app/sign-in/provider below PUBLIC_URL',
    ),
  SSO_CLIENT_ID: z.string().min(1).optional().describe('what the provider calls this service'),
  SSO_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('secret of SSO_CLIENT_ID; a public client has none')
    .register(settingFacts, { secret: true }),
  SSO_NAME: z
    .string()
    .min(1)
    .max(60)
    .default('your organization')
    .describe('what the button calls the provider'),
  SSO_SCOPES: z
    .string()
    .refine((text) => text.split(' ').includes('openid'), 'must hold openid')
    .default('openid email profile')
    .describe('scopes that the provider is asked for'),
  SSO_DOMAINS: listField()
    .refine((domains) => domains.every(isPlainDomain), 'must be a comma list of domains such as example.com')
    .describe(
      'domains of the e-mail addresses that may sign in by the provider. They open accounts even where REGISTRATION is closed',
    ),
  SSO_TRUST_EMAILS: flagField(false).describe(
    'whether addresses of the provider count as confirmed where it does not say so (email_verified), as Entra ID does not',
  ),
  SSO_GROUPS_CLAIM: z.string().min(1).default('groups').describe("claim that names a person's groups"),
  SSO_ROLES: listField()
    .refine(
      (rows) => parseGroupRoles(rows) !== undefined,
      'must be a comma list of group=organization-id:role, role being member or admin',
    )
    .describe(
      'roles that groups have in organizations, e.g. staff=019a9f3e-7a0f-7b1c-8d44-5e2f3a4b5c6d:member. Whoever signs in by the provider and is in no group of an organization that is named here is taken out of it; owners stay',
    ),
})

export type SingleSignOnSettings = z.infer<z.ZodObject<typeof singleSignOnFields>>
