import type { AreaExamples } from './endpoint-example.ts'

const email = 'ann@example.com'
const password = 'correct horse battery staple'

const signedIn = {
  user: {
    id: '019a9f3e-7a10-7c3d-9b52-6d1f0a2b3c4d',
    email,
    name: 'Ann',
    created_at: '2026-11-22T08:00:00.000Z',
  },
  access_token: 'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIwMTlhOWYzZSJ9.c2lnbmF0dXJl',
  token_type: 'bearer',
  expires_in: 3_600,
  refresh_token: 'gl_refresh_q0Zf3J1mYxk2vT8uBnR5sWcE7hLdPaG4iKoMzQyXrN6tVbUjFwSgHlDeCpA9O1I2',
}

const token = 'mJ8s0VbqQ2xkY7nD4rT1zE'

const mailPromised = {
  status: 'accepted',
  message: 'A mail to this address tells how to go on.',
}

export const auth: AreaExamples = {
  getOwnAuditLog: {
    query: { limit: 20 },
    replies: {
      200: {
        entries: [
          {
            id: '42',
            actor: 'user:019a9f3e-1a2b-7c3d-8e4f-5a6b7c8d9e0f',
            actor_name: 'ada@example.com',
            action: 'api_key.rotated',
            target: 'api_key:019a9f3e-90aa-7d1b-8c44-1f2e3d4c5b6a',
            details: { overlap_seconds: 86_400 },
            timestamp: '2026-11-22T08:00:00.000Z',
          },
        ],
        next_cursor: '42',
      },
    },
  },
  register: { body: { email, password, name: 'Ann' }, replies: { 201: signedIn, 202: mailPromised } },
  confirmRegistration: { body: { token, password }, replies: { 201: signedIn } },
  login: { body: { email, password }, replies: { 200: signedIn } },
  refresh: { body: { refresh_token: signedIn.refresh_token }, replies: { 200: signedIn } },
  logout: {},
  forgotPassword: {
    body: { email },
    replies: {
      202: {
        status: 'accepted',
        message: 'If this address has an account, a mail with a link to set a new password is on its way.',
      },
    },
  },
  resetPassword: {
    body: { token, password: 'another long password' },
    replies: { 200: { status: 'password_changed' } },
  },
  changePassword: {
    body: { current_password: password, new_password: 'another long password' },
    replies: { 200: { status: 'password_changed', ...signedIn } },
  },
  getMe: {
    replies: {
      200: {
        id: signedIn.user.id,
        account_id: '019a9f3e-7a0f-7b1c-8d44-5e2f3a4b5c6d',
        email,
        name: 'Ann',
        avatar_url: null,
        created_at: signedIn.user.created_at,
        subscription_tier: 'basic',
        credits_remaining: 62_000,
        credits_total: 105_000,
        is_operator: false,
        tier_info: {
          name: 'Basic',
          slug: 'basic',
          requests_per_minute: 60,
          concurrent_requests: 10,
          min_balance_usd: 5,
          max_balance_usd: 50,
          next_tier_slug: 'growth',
          next_tier_threshold_usd: 50,
        },
      },
    },
  },
  deleteAccount: { body: { password, confirm: true }, replies: { 200: { status: 'deleted' } } },
}
