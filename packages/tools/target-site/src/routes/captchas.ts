import { randomInt, randomUUID } from 'node:crypto'
import { layout } from '../layout.ts'
import { captchaPicture } from '../make/pictures.ts'
import { HTML, send, sendPage } from '../respond.ts'
import type { Exchange, Route } from '../route.ts'

const LETTERS = 'ACDEFHKLMNPRTUVXY3479' // none that looks like another
const LENGTH = 5

/** A picture of letters that must be read; `news` is the HTML behind it. */
export function captchaRoutes(news: string): Route[] {
  return [
    {
      path: '/captcha-image',
      about: 'A form with a picture of letters that must be typed first.',
      handle: (exchange) => captcha(exchange, news),
    },
    {
      path: '/captcha-image/picture/*',
      about: 'The picture; <code>/sample.png</code> says HARBR.',
      example: '/captcha-image/picture/sample.png',
      handle: ({ response, rest, memory }) => {
        const id = rest.replace('.png', '')
        const text = [...memory.tokens].find((token) => token.startsWith(`captcha:${id}:`))?.split(':')[2]
        const headers = { 'content-type': 'image/png', 'cache-control': 'no-store' }
        send(response, 200, headers, captchaPicture(text ?? 'HARBR'))
      },
    },
  ]
}

function captcha({ request, response, body, memory }: Exchange, news: string) {
  const form = new URLSearchParams(body.toString())
  const answer = `captcha:${form.get('id')}:${form.get('letters')?.trim().toUpperCase()}`
  if (request.method === 'POST' && memory.tokens.delete(answer)) {
    return sendPage(response, { title: 'Swing bridge open on Sundays', body: news })
  }
  const id = randomUUID()
  const text = Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  memory.tokens.add(`captcha:${id}:${text}`)
  const page = `<p>Please type the letters of the picture, so that we know you are no robot.</p>
<form method="post" action="/captcha-image" class="captcha"><input type="hidden" name="id" value="${id}">
<p><img id="captcha-image" src="/captcha-image/picture/${id}.png" alt="captcha" width="352" height="92"></p>
<p><label>Letters <input id="captcha" name="letters" autocomplete="off" maxlength="8"></label>
<button type="submit">Continue</button></p></form>`
  send(response, 403, HTML, layout('Are you a robot?', page))
}
