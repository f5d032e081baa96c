import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Provider } from 'oidc-provider'

/** Whom the provider knows: what it says of them. */
export type People = Readonly<Record<string, Readonly<Record<string, unknown>>>>

export interface IdentityProvider {
  issuer: string
  /** Signs in as one of `people` as a browser does, and says yes to everything. The address that the browser is sent back to. */
  signIn(address: string, who: string): Promise<URL>
  close(): Promise<void>
}

export const CLIENT = { id: 'gleaner', secret: 'a secret of the provider that is long enough' }

/** A certified OpenID Connect provider (`oidc-provider`) on loopback. `people` may change while it runs. */
export async function startIdentityProvider(people: People, returnUrl: string): Promise<IdentityProvider> {
  const server = createServer()
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const provider = new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [returnUrl] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'groups'] },
    cookies: { keys: ['of tests'] },
    pkce: { required: () => true },
    findAccount: (_ctx, sub) => ({ accountId: sub, claims: async () => ({ sub, ...people[sub] }) }),
  })
  server.on('request', provider.callback())
  return {
    issuer,
    signIn: (address, who) => asBrowser(address, who, returnUrl),
    close: () => end(server),
  }
}

/** Follows the provider's redirects and sends its forms, with its cookies. */
async function asBrowser(address: string, who: string, returnUrl: string): Promise<URL> {
  const cookies = new Map<string, string>()
  let next = new URL(address)
  let form: URLSearchParams | undefined
  for (let step = 0; step < 12; step += 1) {
    const response = await fetch(next, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form && { body: form }),
    })
    for (const line of response.headers.getSetCookie()) {
      const [, name, value] = /^([^=]+)=([^;]*)/.exec(line)!
      cookies.set(name!, value!)
    }
    const location = response.headers.get('location')
    const page = await response.text()
    form = undefined
    if (location) {
      next = new URL(location, next)
      if (next.href.startsWith(returnUrl)) return next
    } else {
      const prompt = /name="prompt" value="(\w+)"/.exec(page)?.[1]
      if (!prompt) throw new Error(`the provider shows ${response.status}: ${page.slice(0, 300)}`)
      next = new URL(/action="([^"]+)"/.exec(page)![1]!, next)
      form = new URLSearchParams({ prompt, ...(prompt === 'login' && { login: who, password: 'any' }) })
    }
  }
  throw new Error('the provider never sent the browser back')
}

async function end(server: Server): Promise<void> {
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
}
