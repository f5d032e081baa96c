import { describe, expect, test } from '@jest/globals'
import {
  Client,
  type OAuthClientProvider,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
} from '@modelcontextprotocol/client'
import { call } from '../testing/connect.ts'
import type { ServiceUnderTest } from '../testing/start-service.ts'

const REDIRECT = 'http://localhost:9/callback'

/** A tool that knows nothing but the address, and the person whom it asks. */
export function describeOAuth(running: () => ServiceUnderTest): void {
  describe('a client that knows the address alone', () => {
    test('finds out whom to ask, gets a key of its person, and works with it', async () => {
      const { person } = running().visitor
      const asked: URL[] = []
      const provider = rememberingProvider(asked)
      const open = () =>
        new StreamableHTTPClientTransport(new URL('/mcp', running().url), { authProvider: provider })
      const first = open()
      await expect(new Client({ name: 'tool', version: '1' }).connect(first)).rejects.toThrow()

      // What the consent page does when the person agrees.
      const { client_id, redirect_uri, state, code_challenge, code_challenge_method, resource } =
        Object.fromEntries(asked[0]!.searchParams) as Record<string, string>
      expect([asked[0]!.origin, resource]).toEqual([running().url, `${running().url}/mcp`])
      const { code } = (await person.oauth.authorize({
        client_id: client_id!,
        redirect_uri: redirect_uri!,
        state: state!,
        code_challenge,
        code_challenge_method,
        resource,
      })) as { code: string }
      await first.finishAuth(new URLSearchParams({ code, state: state!, iss: running().url }))

      const client = new Client({ name: 'tool', version: '1' })
      await client.connect(open())
      const { data } = await call(client, 'account', { sessions: true })
      expect(data.credits_available).toBeGreaterThan(0)
      const { data: page } = await call(client, 'scrape', { url: `${running().site}/plain` })
      expect(page.status).toBe('completed')
      await client.close()
    })
  })
}

function rememberingProvider(asked: URL[]): OAuthClientProvider {
  let information: StoredOAuthClientInformation | undefined
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  return {
    redirectUrl: REDIRECT,
    clientMetadata: { client_name: 'A tool', redirect_uris: [REDIRECT], token_endpoint_auth_method: 'none' },
    state: () => 'a state of some length',
    clientInformation: () => information,
    saveClientInformation: (given) => {
      information = given
    },
    tokens: () => tokens,
    saveTokens: (given) => {
      tokens = given
    },
    redirectToAuthorization: (url) => {
      asked.push(url)
    },
    saveCodeVerifier: (given) => {
      verifier = given
    },
    codeVerifier: () => verifier,
  }
}
