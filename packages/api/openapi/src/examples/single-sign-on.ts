import type { AreaExamples } from './endpoint-example.ts'

const ticket = 'q0Zf3J1mYxk2vT8uBnR5sWcE7hLdPaG4iKoMzQyXrN6'
const email = 'ann@example.com'

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
const asked = {
  status: 'second_factor_required',
  message:
    'POST /auth/login/second-factor takes this challenge with a code of the authenticator app, or a recovery code.',
  challenge: ticket,
  expires_in: 300,
}

export const singleSignOn: AreaExamples = {
  beginSingleSignOn: {
    replies: {
      200: {
        authorization_url:
          'https://login.example.com/authorize?client_id=gleaner&response_type=code&scope=openid+email+profile&state=6tVbUjFw&nonce=SgHlDeCp&code_challenge=A9O1I2&code_challenge_method=S256&redirect_uri=https%3A%2F%2Fapi.example.com%2Fapp%2Fsign-in%2Fprovider',
        ticket,
        expires_in: 300,
      },
    },
  },
  singleSignOn: {
    body: { ticket, answer: '?code=mJ8s0VbqQ2xkY7nD&state=6tVbUjFw' },
    replies: {
      200: signedIn,
      202: {
        status: 'password_required',
        message:
          'This address has an account already. POST /auth/login/sso/connect takes this ticket with its password, once; then the provider is enough.',
        ticket,
        email,
        expires_in: 300,
      },
    },
  },
  connectSingleSignOn: {
    body: { ticket, password: 'correct horse battery staple' },
    replies: { 200: signedIn, 202: asked },
  },
}
