import { AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'

export const SECURITY_SCHEMES: Record<AuthScheme, object> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A key of your account: `sk_live_...`, or `sk_test_...`, which never leaves the service and never charges.',
  },
  queryKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description: "The same key, for a browser's `EventSource` and `WebSocket`, which send no headers.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, or the `access_token` of a person who has signed in. Where nothing but this is named, people alone are let in.',
  },
  basic: {
    type: 'http',
    scheme: 'basic',
    description: 'An API key as the user name, with an empty password: `curl -u sk_live_...:`.',
  },
}

/** Any one of these is enough, and two that differ are refused; none are needed where the list is empty. */
export function securityOf({ auth }: Pick<Endpoint, 'auth'>): Record<string, string[]>[] {
  return AUTH_SCHEMES[auth].map((scheme) => ({ [scheme]: [] }))
}
