import { loadConfig, silentLogger } from '@gleaner/runtime'
import { expect, test } from '@jest/globals'
import { z } from 'zod'
import { rolesOf } from './group-roles.ts'
import { openProvider } from './provider.ts'
import { singleSignOnFields } from './settings.ts'

const ORG = '019a9f3e-7a0f-7b1c-8d44-5e2f3a4b5c6d'
const open = (env: Record<string, string>) =>
  openProvider(
    { ...loadConfig(z.object(singleSignOnFields), env), PUBLIC_URL: 'https://api.example.com' },
    silentLogger(),
  )

test('without an issuer there is no provider', () => {
  expect(open({})).toBeUndefined()
})

test.each([
  ['no client', { SSO_ISSUER: 'https://login.example.com' }, 'SSO_CLIENT_ID'],
  ['plain http', { SSO_ISSUER: 'http://login.example.com', SSO_CLIENT_ID: 'a' }, 'https'],
  ['a role that there is not', { SSO_ROLES: `staff=${ORG}:owner` }, 'SSO_ROLES'],
  ['an organization by its name', { SSO_ROLES: 'staff=lab:member' }, 'SSO_ROLES'],
  ['an address in place of a domain', { SSO_DOMAINS: 'ann@example.com' }, 'SSO_DOMAINS'],
  ['scopes of OAuth alone', { SSO_SCOPES: 'email' }, 'openid'],
])('settings with %s do not start', (_what, env, said) => {
  expect(() => open(env as Record<string, string>)).toThrow(said)
})

test('of several groups the highest role counts, whatever their order', () => {
  const row = (group: string, role: 'member' | 'admin') => ({ group, organizationId: ORG, role })
  for (const table of [
    [row('a', 'admin'), row('b', 'member')],
    [row('b', 'member'), row('a', 'admin')],
  ])
    expect([...rolesOf(table, ['a', 'b'])]).toEqual([[ORG, 'admin']])
  expect([...rolesOf([row('a', 'admin')], ['b'])]).toEqual([[ORG, undefined]])
})
