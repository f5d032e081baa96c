import { randomUUID } from 'node:crypto'
import { redirect, sendPage } from '../respond.ts'
import { cookiesOf, type Exchange, type RouteGroup } from '../route.ts'

const EMAIL = 'ada@example.com'
const PASSWORD = 'harbour-lights'
const SESSION_DAYS = 14
/** A session that is always valid, for those who bring a cookie instead of logging in. */
export const SAMPLE_SESSION = 'sample-session'

/** A login by form and cookie, and the page behind it. */
export function accountRoutes(): RouteGroup {
  return {
    title: 'Behind a login',
    routes: [
      { path: '/login', about: `A login form: ${EMAIL}, ${PASSWORD}.`, handle: login },
      {
        path: '/account',
        about: `Only for who is logged in, or brings the cookie <code>selwyn_session=${SAMPLE_SESSION}</code>.`,
        handle: account,
      },
      {
        path: '/account/rotating',
        about: 'The same, with a new cookie for each page that is shown: the one before is taken no more.',
        handle: rotatingAccount,
      },
      {
        path: '/logout',
        about: 'Ends the session.',
        handle: ({ response }) => {
          response.setHeader('set-cookie', 'selwyn_session=; Path=/; Max-Age=0')
          redirect(response, '/login')
        },
      },
    ],
  }
}

function login({ request, response, body, memory }: Exchange) {
  if (request.method === 'POST') {
    const form = new URLSearchParams(body.toString())
    if (form.get('email') === EMAIL && form.get('password') === PASSWORD) {
      const token = randomUUID()
      memory.tokens.add(token)
      const age = SESSION_DAYS * 86_400
      response.setHeader('set-cookie', `selwyn_session=${token}; Path=/; HttpOnly; Max-Age=${age}`)
      return redirect(response, '/account', 303)
    }
  }
  const failed = request.method === 'POST' ? '<p role="alert">That did not match. Please try again.</p>' : ''
  sendPage(response, {
    status: failed ? 401 : 200,
    title: 'Sign in',
    body: `${failed}<form method="post" action="/login">
<p><label>E-mail <input type="email" name="email" autocomplete="username" required></label></p>
<p><label>Password <input type="password" name="password" autocomplete="current-password" required></label></p>
<p><button type="submit">Sign in</button> <a href="/login/forgotten">Forgotten your password?</a></p></form>`,
  })
}

function rotatingAccount(exchange: Exchange) {
  const { request, response, memory } = exchange
  const token = cookiesOf(request).get('selwyn_session')
  if (!token || !memory.tokens.has(token)) return redirect(response, '/login?next=/account/rotating')
  const next = randomUUID()
  memory.tokens.add(next)
  account(exchange, `selwyn_session=${next}; Path=/; HttpOnly; Max-Age=${SESSION_DAYS * 86_400}`)
  memory.tokens.delete(token)
}

function account({ request, response, memory }: Exchange, setCookie?: string) {
  const token = cookiesOf(request).get('selwyn_session')
  if (!token || (token !== SAMPLE_SESSION && !memory.tokens.has(token)))
    return redirect(response, '/login?next=/account')
  if (setCookie) response.setHeader('set-cookie', setCookie)
  sendPage(response, {
    title: 'Your account',
    body: `<nav><a href="/account">My account</a> <a href="/account/orders">Orders</a> <a href="/logout">Sign out</a></nav>
<p>Signed in as <span class="user-name">Ada Pilchard</span>, ${EMAIL}.</p>
<table><caption>Your orders</caption><tr><th>Order</th><th>Day</th><th>Sum</th></tr>
<tr><td>PS-1041</td><td>2026-03-02</td><td>€ 48.00</td></tr>
<tr><td>PS-1077</td><td>2026-04-19</td><td>€ 12.50</td></tr></table>`,
  })
}
