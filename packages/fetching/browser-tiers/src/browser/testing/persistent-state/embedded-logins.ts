import { login } from './logins.ts'
import { html, type PersistentState } from './persistent-state.ts'

/** Addresses with a login in what a page embeds. */
export const EMBEDDED_LOGINS: PersistentState[] = [
  ...(
    [
      ['a frame in the markup', '<iframe src="ADDRESS"></iframe>'],
      ['an object', '<object data="ADDRESS" type="text/html"></object>'],
      ['an embed', '<embed src="ADDRESS" type="text/html">'],
      ['an image', '<img src="ADDRESS">'],
      ['a style sheet', '<link rel="stylesheet" href="ADDRESS">'],
      ['a script', '<script src="ADDRESS"></script>'],
      [
        'a form in a frame',
        '<iframe name="f"></iframe><form action="ADDRESS" target="f"></form><script>document.forms[0].submit()</script>',
      ],
      ['a frame in a frame', '<iframe srcdoc="<iframe src=ADDRESS></iframe>"></iframe>'],
      [
        'a refresh in a frame',
        '<iframe srcdoc="<meta http-equiv=refresh content=\'0; url=ADDRESS\'>"></iframe>',
      ],
      [
        'a navigation of a frame',
        '<iframe name="f"></iframe><script>frames[0].location = "ADDRESS"</script>',
      ],
      ['a relative address below a base', '<base href="ADDRESS"><img src="me">'],
      ['a sandboxed frame', '<iframe sandbox="allow-scripts" src="ADDRESS"></iframe>'],
    ] as const
  ).map(([what, markup]) =>
    login({
      name: `Basic by ${what} with a login`,
      // Chromium does not use logins of what a page embeds; the context is closed all the same.
      kept: 401,
      entry: 'https://harbour.example:{port}/markup',
      leave: () => new Promise((resolve) => setTimeout(resolve, 500)),
      serve: {
        '/markup': ({ request, response, page }) =>
          html(
            response,
            markup.replace('ADDRESS', `https://ann:secret@${request.headers.host}/basic/me`) + page,
          ),
      },
    }),
  ),
]
