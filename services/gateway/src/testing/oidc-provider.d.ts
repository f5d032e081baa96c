/** What tests use of it; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http'

  export class Provider {
    constructor(
      issuer: string,
      configuration: {
        clients: readonly object[]
        claims: Readonly<Record<string, readonly string[]>>
        cookies: { keys: readonly string[] }
        pkce: { required(): boolean }
        findAccount(
          context: unknown,
          subject: string,
        ): { accountId: string; claims(): Promise<Record<string, unknown>> }
      },
    )
    callback(): (request: IncomingMessage, response: ServerResponse) => void
  }
}
