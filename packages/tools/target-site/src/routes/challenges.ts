import { randomUUID } from 'node:crypto'
import { isProof, PROOF_SCRIPT } from '../challenges/proof-of-work.ts'
import { layout } from '../layout.ts'
import { HTML, redirect, send, sendJson, sendPage } from '../respond.ts'
import { cookiesOf, type Exchange, type Route } from '../route.ts'

/** Pages that a script must pass first; `news` is the HTML behind them. */
export function challengeRoutes(news: string): Route[] {
  return [
    {
      path: '/challenge',
      about: 'A script challenge in front of the page, of the kind a content network puts there.',
      handle: (exchange) => challenge(exchange, news),
    },
    {
      path: '/challenge/pass',
      about: 'Where the challenge sends its answer.',
      handle: ({ response, url, memory }) => {
        const [ticket, answer] = [url.searchParams.get('ticket') ?? '', url.searchParams.get('answer')]
        if (!memory.tokens.delete(ticket) || answer !== reversed(ticket)) {
          return sendJson(response, { error: 'wrong answer' }, 403)
        }
        admit({ response, memory }, 'harbour_clearance')
        redirect(response, '/challenge')
      },
    },
    {
      path: '/pow',
      about: 'A small proof of work in front of the page.',
      handle: (exchange) => proofOfWork(exchange, news),
    },
    {
      path: '/turnstile-like',
      about: 'A widget that asks for a click before it lets you on.',
      handle: (exchange) => widget(exchange, news),
    },
  ]
}

const reversed = (text: string) => [...text].reverse().join('')

function isAdmitted({ request, memory }: Exchange, cookie: string): boolean {
  return memory.tokens.has(cookiesOf(request).get(cookie) ?? '-')
}

function admit({ response, memory }: Pick<Exchange, 'response' | 'memory'>, cookie: string): void {
  const token = randomUUID()
  memory.tokens.add(token)
  response.setHeader('set-cookie', `${cookie}=${token}; Path=/; HttpOnly`)
}

function issueTicket({ memory }: Exchange): string {
  const ticket = randomUUID()
  memory.tokens.add(ticket)
  return ticket
}

// The status, the header and the wording are those of the real thing; the markup and the riddle are ours.
function challenge(exchange: Exchange, news: string) {
  const { response } = exchange
  if (isAdmitted(exchange, 'harbour_clearance')) {
    return sendPage(response, { title: 'Swing bridge open on Sundays', body: news })
  }
  const body = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Just a moment...</title>
<meta name="robots" content="noindex,nofollow"><style>body{font:16px sans-serif;margin:15vh auto;max-width:30rem}
i{display:inline-block;width:1em;height:1em;border:3px solid #ccc;border-top-color:#f6821f;border-radius:50%}</style>
</head><body><h1>127.0.0.1</h1><p id="say"><i></i> Verifying you are human. This may take a few seconds.</p>
<p>Port Selwyn needs to review the security of your connection before proceeding.</p>
<noscript>Enable JavaScript and cookies to continue</noscript>
<script>(function () {
  if (navigator.webdriver) { document.getElementById('say').textContent = 'Verification failed.'; return }
  var ticket = '${issueTicket(exchange)}'
  setTimeout(function () {
    location.replace('/challenge/pass?ticket=' + ticket + '&answer=' + ticket.split('').reverse().join(''))
  }, 600)
})()</script></body></html>`
  send(response, 403, { ...HTML, 'cf-mitigated': 'challenge', server: 'cloudflare' }, body)
}

function proofOfWork(exchange: Exchange, news: string) {
  const { response, request, body } = exchange
  if (isAdmitted(exchange, 'proof'))
    return sendPage(response, { title: 'Swing bridge open on Sundays', body: news })
  if (request.method === 'POST') {
    const form = new URLSearchParams(body.toString())
    const ticket = form.get('ticket') ?? ''
    if (exchange.memory.tokens.delete(ticket) && isProof(ticket, Number(form.get('nonce')))) {
      admit(exchange, 'proof')
      return redirect(response, '/pow', 303)
    }
  }
  const form = `<p>Your browser is doing a small sum for us. This keeps the robots busy.</p>
<form method="post" action="/pow"><input type="hidden" name="ticket" value="${issueTicket(exchange)}">
<input type="hidden" name="nonce"></form><script>${PROOF_SCRIPT}</script>`
  send(response, 403, HTML, layout('Making sure you are not a bot', form))
}

function widget(exchange: Exchange, news: string) {
  const { response, request, body, memory } = exchange
  if (isAdmitted(exchange, 'widget'))
    return sendPage(response, { title: 'Swing bridge open on Sundays', body: news })
  if (
    request.method === 'POST' &&
    memory.tokens.delete(new URLSearchParams(body.toString()).get('pass') ?? '')
  ) {
    admit(exchange, 'widget')
    return redirect(response, '/turnstile-like', 303)
  }
  const html = `<form method="post" action="/turnstile-like"><div class="harbour-turnstile" data-sitekey="0xHARBOUR">
<label><input type="checkbox" id="human"> Verify you are human</label></div><input type="hidden" name="pass"></form>
<script>document.getElementById('human').addEventListener('click', function (event) {
  if (!event.isTrusted) return
  document.querySelector('[name=pass]').value = '${issueTicket(exchange)}'
  setTimeout(function () { document.forms[0].submit() }, 400)
})</script>`
  send(response, 403, HTML, layout('Security check', html))
}
