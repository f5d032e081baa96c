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

export const oauth: AreaExamples = {
  showConsentPage: { query: { response_type: 'code', ...asked, ...pkce } },
  authorizeClient: { body: { ...asked, ...pkce }, replies: { 200: { code, state } } },
  exchangeOAuthCode: {
    body: {
      grant_type: 'authorization_code',
      code,
      redirect_uri,
      client_id,
      client_secret: 'Vq3mI1r8zX5kT0cN7bYw2uJ6hL9pD4sF-gA_eRtQxWo',
      code_verifier,
    },
    replies: {
      200: {
        access_token: 'sk_live_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6',
        token_type: 'bearer',
        scope: 'scrape',
      },
    },
  },
}
