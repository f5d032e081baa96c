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

const code = '492039'
const challenge = 'q0Zf3J1mYxk2vT8uBnR5sWcE7hLdPaG4iKoMzQyXrN6'
const asked = {
  status: 'second_factor_required',
  message:
    'POST /auth/login/second-factor takes this challenge with a code of the authenticator app, or a recovery code.',
  challenge,
  expires_in: 300,
}
const recovery_codes = ['K7QM-2XVD-9RTH-W4PC', 'B3NF-6ZJS-8GLA-Y5EU']
const credential = {
  id: 'AAECAwQFBgcICQoLDA0ODw',
  rawId: 'AAECAwQFBgcICQoLDA0ODw',
  type: 'public-key',
  response: { clientDataJSON: 'eyJ0eXBlIjoid2ViYXV0aG4uZ2V0In0' },
}
const passkey = {
  id: '019a9f3e-7a12-7e5f-9d74-8f3b2c4d5e6f',
  name: 'Laptop',
  backed_up: true,
  created_at: '2026-11-22T08:00:00.000Z',
  last_used_at: null,
}
const signInRow = {
  id: '019a9f3e-7a13-7f60-8e85-904c3d5e6f70',
  device: 'Firefox on Windows',
  user_agent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:143.0) Gecko/20100101 Firefox/143.0',
  address: '203.0.113.7',
  created_at: '2026-11-22T08:00:00.000Z',
  last_used_at: '2026-11-24T09:30:00.000Z',
  expires_at: '2026-12-24T09:30:00.000Z',
  current: true,
}

const me = {
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
}

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
  register: {
    body: { email, password, name: 'Ann' },
    replies: { 200: asked, 201: signedIn, 202: mailPromised },
  },
  confirmRegistration: { body: { token, password }, replies: { 201: signedIn } },
  login: { body: { email, password }, replies: { 200: signedIn, 202: asked } },
  loginSecondFactor: { body: { challenge, code }, replies: { 200: signedIn } },
  loginPasskeyOptions: {
    replies: { 200: { challenge, rpId: 'api.example.com', userVerification: 'required' } },
  },
  loginPasskey: { body: { credential }, replies: { 200: signedIn } },
  getSecondFactor: {
    replies: {
      200: { totp: true, enabled_at: '2026-11-22T08:00:00.000Z', recovery_codes_left: 10, passkeys: 1 },
    },
  },
  beginTotp: {
    body: { password },
    replies: {
      200: {
        secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
        otpauth_uri:
          'otpauth://totp/api.example.com:ann%40example.com?issuer=api.example.com&secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&algorithm=SHA1&digits=6&period=30',
      },
    },
  },
  confirmTotp: { body: { code }, replies: { 200: { recovery_codes } } },
  removeTotp: { body: { password, code } },
  renewRecoveryCodes: { body: { code }, replies: { 200: { recovery_codes } } },
  listPasskeys: { replies: { 200: { passkeys: [passkey], total: 1 } } },
  passkeyOptions: {
    body: { password },
    replies: { 200: { challenge, rp: { id: 'api.example.com', name: 'api.example.com' } } },
  },
  addPasskey: { body: { name: 'Laptop', credential }, replies: { 201: passkey } },
  renamePasskey: {
    params: { passkey_id: passkey.id },
    body: { name: 'Desk' },
    replies: { 200: { ...passkey, name: 'Desk' } },
  },
  removePasskey: { params: { passkey_id: passkey.id } },
  listSignIns: { replies: { 200: { sign_ins: [signInRow], total: 1 } } },
  endSignIn: { params: { sign_in_id: signInRow.id } },
  endSignIns: { query: { current: 'false' }, replies: { 200: { ended: 2 } } },
  changeEmail: { body: { email: 'ann@example.org', password }, replies: { 202: mailPromised } },
  confirmEmail: { body: { token }, replies: { 200: { status: 'email_changed' } } },
  undoEmail: { body: { token }, replies: { 200: { status: 'email_change_undone' } } },
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
  getMe: { replies: { 200: me } },
  updateMe: { body: { name: 'Ann' }, replies: { 200: me } },
  deleteAccount: { body: { password, confirm: true }, replies: { 200: { status: 'deleted' } } },
}
