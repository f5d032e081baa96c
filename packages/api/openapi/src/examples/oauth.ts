import type { AreaExamples } from './endpoint-example.ts'

const client_id = 'client_0a1b2c3d4e5f60718293a4b5'
const redirect_uri = 'https://n8n.example.com/rest/oauth2-credential/callback'
const state = 'af0ifjsldkj'
const code = 'SplxlOBeZQQYbYS6WxSbIAyI3FqLZ1bhd0jUo5qHc2s'
// The pair of RFC 7636, appendix B.
const code_challenge = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'
const code_verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
const asked = { client_id, redirect_uri, state, scope: 'scrape', source: 'n8n' }
const pkce = { code_challenge, code_challenge_method: 'S256' }

const client_secret = 'Vq3mI1r8zX5kT0cN7bYw2uJ6hL9pD4sF-gA_eRtQxWo'
const key = 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6'
const user_code = 'WDJB-MJHT'

export const oauth: AreaExamples = {
  showConsentPage: { query: { response_type: 'code', ...asked, ...pkce } },
  authorizeClient: { body: { ...asked, ...pkce }, replies: { 200: { code, state } } },
  exchangeOAuthCode: {
    body: {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id,
      client_secret,
      code_verifier,
    },
    replies: {
      200: {
        access_token: key,
        token_type: 'bearer',
        scope: 'scrape',
      },
    },
  },
  revokeOAuthToken: { body: { token: key, token_type_hint: 'access_token', client_id, client_secret } },
  introspectOAuthToken: {
    body: { token: key, client_id, client_secret },
    replies: {
      200: {
        active: true,
        scope: 'scrape',
        client_id,
        token_type: 'bearer',
        iss: 'https://api.example.com',
        aud: 'https://api.example.com/api/v1',
        sub: '019a9f3e-7a10-7c3d-9b52-6d1f0a2b3c4d',
        iat: 1_795_420_800,
      },
    },
  },
  startDeviceAuthorization: {
    body: { client_id, scope: 'scrape', source: 'my terminal' },
    replies: {
      200: {
        device_code: 'GmRhmhcxhwAzkoEqiMEg_DnyEysNkuNhszIySk9eSXQ',
        user_code,
        verification_uri: 'https://api.example.com/device',
        verification_uri_complete: `https://api.example.com/device?user_code=${user_code}`,
        expires_in: 600,
        interval: 5,
      },
    },
  },
  askAboutDevice: {
    body: { user_code },
    replies: { 200: { client_name: 'Terminal', key_name: 'OAuth (my terminal)' } },
  },
  decideAboutDevice: { body: { user_code, allow: true }, replies: { 200: { status: 'allowed' } } },
  registerOAuthClient: {
    body: {
      client_name: 'Terminal',
      redirect_uris: ['http://127.0.0.1/callback'],
      token_endpoint_auth_method: 'none',
    },
    replies: {
      201: {
        client_id,
        client_id_issued_at: 1_795_420_800,
        client_name: 'Terminal',
        redirect_uris: ['http://127.0.0.1/callback'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code'],
        response_types: ['code'],
        scope: 'scrape',
      },
    },
  },
}
