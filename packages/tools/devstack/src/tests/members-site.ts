import { freePort } from '@gleaner/local-servers/free-port'
import { type LoginSite, startLoginSite } from '@gleaner/testkit/login-site'
import { type Login, ODD, PLAIN } from './canary-logins.ts'

export const MEMBERS = 'For members of the harbour only'

/** A site for each of the two logins. */
export interface MembersSites {
  plain: LoginSite
  odd: LoginSite
  /** A port at which nobody listens. */
  closed: number
  /** Of all, with the one of another site that redirects lead to. */
  ports: number[]
  close(): Promise<void>
}

export async function startMembersSites(): Promise<MembersSites> {
  const other = await startLoginSite({ login: 'nobody:x', pages: {}, open: { '/open': page('Open to all') } })
  const plain = await startMembersSite(PLAIN, `${other.url}/open`)
  const odd = await startMembersSite(ODD, `${other.url}/open`)
  const closed = await freePort()
  return {
    plain,
    odd,
    closed,
    ports: [plain.port, odd.port, other.port, closed],
    close: async () => void (await Promise.all([plain.close(), odd.close(), other.close()])),
  }
}

const WORDS = `<p>${'Boats, ropes and nets lie in the harbour. '.repeat(20)}</p>`

const page = (text: string) =>
  `<!doctype html><title>Harbour</title><h1>${text}</h1>${WORDS}<a href="/on">on</a>`

/** Behind `login`: a page, redirects, and responses that fail. `elsewhere` is an open address of another origin. */
function startMembersSite({ user, password }: Login, elsewhere: string): Promise<LoginSite> {
  return startLoginSite({
    login: `${user}:${password}`,
    pages: {
      '/': `${page(MEMBERS)}<img src="/picture"><script>fetch('/api')</script>`,
      '/on': (_request, response) => void response.writeHead(302, { location: '/' }).end(),
      '/away': (_request, response) => void response.writeHead(302, { location: elsewhere }).end(),
      '/inside': (_request, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
      '/broken': (_request, response) => void response.writeHead(500).end('broken'),
      '/cut': (_request, response) => void response.destroy(),
    },
    open: {
      '/cookie': (_request, response) =>
        void response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'member=yes; Path=/; Max-Age=999' })
          .end(page('Here is a cookie')),
      '/by-cookie': ({ headers }, response) => {
        const isMember = headers.cookie?.includes('member=yes')
        response.writeHead(isMember ? 200 : 401, { 'content-type': 'text/html' })
        response.end(isMember ? page(MEMBERS) : page('Who are you?'))
      },
    },
  })
}
