import { CookieJar } from 'tough-cookie'

export interface Visit {
  /** Of the last response. */
  url: string
  status: number
  /** Every address that redirected, in order. */
  redirectChain: string[]
  contentType: string
  body: string
}

export interface Sending {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE'
  body?: string | URLSearchParams
  headers?: Record<string, string>
}

const LONGEST_CHAIN = 10
const DEADLINE_MS = 60_000
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36'

/** What a person's browser is to a login form: it keeps cookies by their rules and follows redirects. */
export class WebClient {
  readonly jar: CookieJar
  /** Sent with every request: where an application's login is a header. */
  readonly headers: Record<string, string> = {}

  constructor(jar = new CookieJar(undefined, { looseMode: true })) {
    this.jar = jar
  }

  /** Another one with the same cookies and headers, which may then go its own way. */
  async copy(): Promise<WebClient> {
    const copy = new WebClient(await this.jar.clone())
    Object.assign(copy.headers, this.headers)
    return copy
  }

  async visit(address: string, sending: Sending = {}): Promise<Visit> {
    const redirectChain: string[] = []
    let [url, next] = [address, sending]
    for (;;) {
      const response = await this.send(url, next)
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location')
      if (!location || redirectChain.length === LONGEST_CHAIN) return await read(url, redirectChain, response)
      await response.body?.cancel()
      redirectChain.push(url)
      url = new URL(location, url).href
      if (response.status !== 307 && response.status !== 308) next = { headers: next.headers ?? {} }
    }
  }

  private async send(url: string, { method = 'GET', body, headers = {} }: Sending): Promise<Response> {
    const cookie = await this.jar.getCookieString(url)
    const response = await fetch(url, {
      method,
      redirect: 'manual',
      signal: AbortSignal.timeout(DEADLINE_MS),
      headers: { 'user-agent': BROWSER, ...(cookie && { cookie }), ...this.headers, ...headers },
      ...(body !== undefined && { body }),
    })
    for (const line of response.headers.getSetCookie())
      await this.jar.setCookie(line, url, { ignoreError: true, loose: true })
    return response
  }
}

async function read(url: string, redirectChain: string[], response: Response): Promise<Visit> {
  const contentType = response.headers.get('content-type') ?? ''
  return { url, status: response.status, redirectChain, contentType, body: await response.text() }
}
