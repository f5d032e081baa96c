import { AUTH_SCHEMES, type AuthScheme, type Endpoint } from '@gleaner/contracts'

export const SECURITY_SCHEMES: Record<AuthScheme, { description: string } & Record<string, string>> = {
  apiKey: {
    type: 'apiKey',
    in: 'header',
    name: 'X-API-Key',
    description:
      'A key of your account, in `X-API-Key`: `sk_live_...`, or `sk_test_...`, which answers from built-in sample pages and never charges.',
  },
  queryKey: {
    type: 'apiKey',
    in: 'query',
    name: 'api_key',
    description:
      "The same key as `?api_key=`, for a browser's `EventSource` and `WebSocket`, which send no headers.",
  },
  bearer: {
    type: 'http',
    scheme: 'bearer',
    description:
      'An API key, or the `access_token` of a person who has signed in, as `Authorization: Bearer`. Endpoints that name nothing but this take access tokens only.',
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
