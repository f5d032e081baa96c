import type { AreaExamples } from './endpoint-example.ts'

const account_id = '019a9f3e-2b3c-7d4e-8f50-6a7b8c9d0e1f'
const ticket_id = '019a9f3e-5e6f-7081-9293-a4b5c6d7e8f9'
const client_id = 'client_0123456789abcdef01234567'
const time = '2026-11-22T08:00:00.000Z'
const params = { account_id }

const account = {
  id: account_id,
  name: 'Ada',
  kind: 'personal',
  emails: ['ada@example.com'],
  available_credits: 5_000,
  held_credits: 0,
  api_keys: 1,
  enterprise: false,
  requests_per_minute: null,
  concurrent_requests: null,
  blocked_at: null,
  created_at: time,
}
const client = {
  client_id,
  client_secret: null,
  name: 'Flows',
  public: false,
  first_party: false,
  origin: 'operator',
  redirect_uris: ['https://flows.example.com/callback'],
  live_keys: 12,
  created_at: time,
}
const ticket = {
  id: ticket_id,
  readable_id: 'T-7F3K2',
  subject: 'My batch waits',
  category: 'problem',
  status: 'open',
  created_at: time,
  updated_at: time,
  closed_at: null,
}
const feature = { name: 'Live view', description: 'Shows what a browser sees.', status: 'beta' }

export const operator: AreaExamples = {
  listOperatedAccounts: {
    query: { search: 'ada', limit: 20, offset: 0 },
    replies: { 200: { accounts: [account], total: 1 } },
  },
  openOperatedAccount: {
    body: { email: 'ada@example.com', name: 'Ada', credits: 5_000 },
    replies: {
      201: {
        account_id,
        email: 'ada@example.com',
        password: 'mQ7vB4nK9sT1wY6zR3cF',
        api_key: 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
      },
    },
  },
  getOperatedAccount: { params, replies: { 200: account } },
  blockAccount: {
    params,
    body: { reason: 'Sends spam' },
    replies: { 200: { account_id, blocked: true, changed: true } },
  },
  unblockAccount: { params, replies: { 200: { account_id, blocked: false, changed: true } } },
  grantCredits: {
    params,
    body: { credits: 50_000, note: 'Invoice 17', reference: 'invoice-17' },
    replies: { 200: { account_id, granted_credits: 50_000, available_credits: 55_000 } },
  },
  setOperatedLimits: {
    params,
    body: { requests_per_minute: 600 },
    replies: { 200: { ...account, requests_per_minute: 600 } },
  },
  createOperatedKey: {
    params,
    body: { name: 'for the migration' },
    replies: {
      201: {
        id: '019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a',
        name: 'for the migration',
        key_prefix: 'sk_live_a1B2c3',
        key: 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
        scopes: ['scrape'],
        test: false,
        created_at: time,
        expires_at: null,
        last_used_at: null,
        last_used_ip: null,
        allowed_ips: null,
        previous_key_expires_at: null,
        requests: 0,
        limits: null,
      },
    },
  },
  listOAuthClients: { replies: { 200: { clients: [client], total: 1 } } },
  createOAuthClient: {
    body: { name: client.name, redirect_uris: client.redirect_uris },
    replies: {
      201: { ...client, client_secret: 'Jx2mQ7vB4nK9sT1wY6zR3cF8hL5pD0gA', live_keys: 0 },
    },
  },
  updateOAuthClient: {
    params: { client_id },
    body: { redirect_uris: client.redirect_uris },
    replies: { 200: client },
  },
  deleteOAuthClient: { params: { client_id }, replies: { 200: { client_id, revoked_keys: 12 } } },
  rotateOAuthSecret: {
    params: { client_id },
    replies: { 200: { client_id, client_secret: 'Jx2mQ7vB4nK9sT1wY6zR3cF8hL5pD0gA' } },
  },
  listBlockedDomains: {
    replies: {
      200: {
        domains: [{ domain: 'example.com', reason: 'asked us to stop', created_at: time }],
        total: 1,
      },
    },
  },
  blockDomain: {
    params: { domain: 'example.com' },
    body: { reason: 'asked us to stop' },
    replies: { 200: { domain: 'example.com', blocked: true, changed: true } },
  },
  unblockDomain: {
    params: { domain: 'example.com' },
    replies: { 200: { domain: 'example.com', blocked: false, changed: true } },
  },
  listOperatorAudit: {
    query: { limit: 20 },
    replies: {
      200: {
        entries: [
          {
            id: '42',
            account_id,
            actor: 'operator:019a9f3e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
            action: 'account.blocked',
            target: `account:${account_id}`,
            details: { reason: 'Sends spam' },
            timestamp: time,
          },
        ],
        next_cursor: '42',
      },
    },
  },
  listOperatedTickets: {
    query: { status: 'open', limit: 20 },
    replies: { 200: { tickets: [{ ...ticket, account_id, email: null }] } },
  },
  getOperatedTicket: {
    params: { ticket_id },
    replies: {
      200: {
        ...ticket,
        messages: [
          { id: '019a9f3e-6f70-7182-93a4-b5c6d7e8f90a', author: 'person', message: 'Why?', created_at: time },
        ],
      },
    },
  },
  answerTicket: {
    params: { ticket_id },
    body: { message: 'It goes on now.' },
    replies: { 200: { ticket_id, status: 'answered', mails: 1 } },
  },
  endTicket: {
    params: { ticket_id },
    replies: { 200: { ...ticket, status: 'closed', closed_at: time } },
  },
  offerBetaFeature: {
    params: { slug: 'live-view' },
    body: feature,
    replies: { 200: { ...feature, slug: 'live-view' } },
  },
  redriveJobs: {
    body: { host: 'shop.example.com', error: 'ALL_TIERS_FAILED', dry_run: true },
    replies: {
      200: {
        jobs: [
          {
            job_id: '019a9f3e-7081-7293-a4b5-c6d7e8f90a1b',
            account_id,
            url: 'https://shop.example.com/lamps',
            error: 'ALL_TIERS_FAILED',
            result: 'would be run again',
          },
        ],
      },
    },
  },
}
