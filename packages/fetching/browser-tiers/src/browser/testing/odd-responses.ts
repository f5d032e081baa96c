import { expect } from '@jest/globals'

const WORDS = `<p>${'Boats, ropes and nets. '.repeat(20)}</p>`
const MANY = 'x'.repeat(20_000)

const response = (head: string, body = WORDS) =>
  `HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`
export const htmlWith = (status: string, ...headers: string[]) =>
  response([status, 'Content-Type: text/html', ...headers].join('\r\n'))

const page = (status: number) => ({ kind: 'page', page: { status } })
const blocked = (status: number) => ({ kind: 'blocked', status })
const failed = (reason: string) => ({ kind: 'failed', reason })
const moved = { kind: 'page', page: { status: 200, finalUrl: expect.stringMatching(/\/fine$/) } }

/** A response of a target, and the outcome that it should have. */
export interface OddResponse {
  name: string
  bytes: string
  outcome: object
  /** What tier 1 makes of it, where readers of HTTP differ. */
  plain?: object
}

const NOT_FOLLOWED: OddResponse[] = [300, 304, 305, 306, 309, 399].flatMap((status) => [
  {
    name: `${status} with a Location`,
    bytes: htmlWith(`${status} Odd`, 'Location: /fine'),
    outcome: page(status),
  },
  { name: `${status} without`, bytes: htmlWith(`${status} Odd`), outcome: page(status) },
])
const FOLLOWED: OddResponse[] = [301, 302, 303, 307, 308].flatMap((status) => [
  {
    name: `${status} with a Location`,
    bytes: htmlWith(`${status} Moved`, 'Location: /fine'),
    outcome: moved,
  },
  { name: `${status} without`, bytes: htmlWith(`${status} Moved`), outcome: page(status) },
  {
    name: `${status} with an empty Location`,
    bytes: htmlWith(`${status} Moved`, 'Location:'),
    outcome: page(status),
  },
])
const LOCATIONS: OddResponse[] = (
  [
    ['no address', 'http://[', failed('network_error')],
    ['another scheme', 'ftp://harbour.example/', failed('not_allowed')],
    ['a script', 'javascript:alert(1)', failed('not_allowed')],
    ['data', 'data:text/html,hello', failed('not_allowed')],
    ['a file', 'file:///etc/passwd', failed('not_allowed')],
    ["the browser's own pages", 'chrome://version/', failed('not_allowed')],
    ['mail', 'mailto:ann@harbour.example', failed('not_allowed')],
    ['an app', 'whatsapp://send', failed('not_allowed')],
    ['a private address', 'http://10.0.0.1/', failed('not_allowed')],
    ['a private address by https', 'https://10.0.0.1/', failed('not_allowed')],
    ['a private IPv6 address by https', 'https://[fd00::1]/', failed('not_allowed')],
    ['a local name by https', 'https://localhost/', failed('not_allowed')],
    ['a forbidden port', 'http://harbour.example:25/', failed('not_allowed')],
    ['itself', '/odd', failed('network_error')],
  ] as const
).map(([name, location, outcome]) => ({
  name: `a redirect to ${name}`,
  bytes: htmlWith('302 Found', `Location: ${location}`),
  outcome,
  plain: name === 'no address' ? {} : outcome,
}))
const BY_PAGE: OddResponse[] = (
  [
    ['a private address', 'http://10.0.0.1/'],
    ['a private address by https', 'https://10.0.0.1/'],
    ['a local name by https', 'https://localhost/'],
  ] as const
).flatMap(([name, to]) => [
  {
    name: `a meta refresh to ${name}`,
    bytes: response(
      '200 OK\r\nContent-Type: text/html',
      `<meta http-equiv="refresh" content="0; url=${to}">`,
    ),
    outcome: failed('not_allowed'),
  },
  {
    name: `a script that goes to ${name}`,
    bytes: response('200 OK\r\nContent-Type: text/html', `<script>location = '${to}'</script>`),
    outcome: failed('not_allowed'),
    plain: failed('empty_shell'),
  },
])
const STATUSES: OddResponse[] = [
  { name: '204', bytes: 'HTTP/1.1 204 No\r\nConnection: close\r\n\r\n', outcome: page(204) },
  {
    name: '205',
    bytes: 'HTTP/1.1 205 No\r\nContent-Length: 0\r\nConnection: close\r\n\r\n',
    outcome: page(205),
  },
  { name: '304 as it should be', bytes: 'HTTP/1.1 304 No\r\nConnection: close\r\n\r\n', outcome: page(304) },
  { name: '206', bytes: htmlWith('206 Part', 'Content-Range: bytes 0-9/99'), outcome: page(206) },
  { name: '226', bytes: htmlWith('226 IM Used'), outcome: page(226) },
  {
    name: '401 with Basic',
    bytes: htmlWith('401 No', 'WWW-Authenticate: Basic realm="a"'),
    outcome: blocked(401),
  },
  {
    name: '401 with Negotiate',
    bytes: htmlWith('401 No', 'WWW-Authenticate: Negotiate'),
    outcome: blocked(401),
  },
  { name: '401 with nonsense', bytes: htmlWith('401 No', 'WWW-Authenticate: ,,,='), outcome: blocked(401) },
  { name: '407', bytes: htmlWith('407 No', 'Proxy-Authenticate: Basic realm="a"'), outcome: {} },
  { name: '425', bytes: htmlWith('425 Early'), outcome: failed('server_error') },
  {
    name: '103 before 200',
    bytes: `HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n${htmlWith('200 OK')}`,
    outcome: page(200),
  },
  {
    name: '100 before 200',
    bytes: `HTTP/1.1 100 Continue\r\n\r\n${htmlWith('200 OK')}`,
    outcome: failed('network_error'),
  },
  {
    name: '101 to a plain GET',
    bytes: 'HTTP/1.1 101 Switching\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    outcome: failed('network_error'),
  },
  { name: '999', bytes: htmlWith('999 Denied'), outcome: blocked(999) },
  { name: '1000', bytes: htmlWith('1000 Odd'), outcome: {} },
  { name: '000', bytes: htmlWith('000 Odd'), outcome: {} },
]
const HEADERS: OddResponse[] = [
  {
    name: 'a header without a colon',
    bytes: htmlWith('200 OK', 'Broken line'),
    outcome: page(200),
    plain: failed('network_error'),
  },
  {
    name: 'control characters',
    bytes: htmlWith('200 OK', 'X-A: a\x01b'),
    outcome: page(200),
    plain: failed('network_error'),
  },
  { name: 'a null byte', bytes: htmlWith('200 OK', 'X-A: a\x00b'), outcome: {}, plain: {} },
  { name: '20 KB of one header', bytes: htmlWith('200 OK', `X-A: ${MANY}`), outcome: page(200) },
  {
    name: '300 KB of headers',
    bytes: htmlWith('200 OK', ...Array(15).fill(`X-A: ${MANY}`)),
    outcome: failed('network_error'),
  },
  { name: 'raw bytes', bytes: htmlWith('200 OK', 'X-A: \xfc\xff'), outcome: page(200) },
  { name: 'Refresh', bytes: htmlWith('200 OK', 'Refresh: 0; url=/fine'), outcome: moved, plain: page(200) },
  {
    name: 'Refresh to a private address by https',
    bytes: htmlWith('200 OK', 'Refresh: 0; url=https://10.0.0.1/'),
    outcome: failed('not_allowed'),
    plain: page(200),
  },
  {
    name: 'a coding that nobody knows',
    bytes: htmlWith('200 OK', 'Content-Encoding: rot13'),
    outcome: page(200),
    plain: {},
  },
  { name: 'gzip that is none', bytes: htmlWith('200 OK', 'Content-Encoding: gzip'), outcome: {}, plain: {} },
  { name: 'a type that is none', bytes: response('200 OK\r\nContent-Type: ;;;'), outcome: {}, plain: {} },
  { name: 'no type', bytes: response('200 OK'), outcome: page(200) },
  { name: 'two types', bytes: htmlWith('200 OK', 'Content-Type: text/plain'), outcome: {}, plain: {} },
  {
    name: 'multipart/x-mixed-replace',
    bytes: response(
      '200 OK\r\nContent-Type: multipart/x-mixed-replace; boundary=b',
      `--b\r\nContent-Type: text/html\r\n\r\n${WORDS}\r\n--b--`,
    ),
    outcome: {},
    plain: {},
  },
  {
    name: 'an attachment',
    bytes: htmlWith('200 OK', 'Content-Disposition: attachment; filename=a.html'),
    outcome: page(200),
  },
  { name: 'HTTP/0.9', bytes: WORDS, outcome: failed('network_error') },
  { name: 'nothing', bytes: '', outcome: failed('network_error') },
  { name: 'half a head', bytes: 'HTTP/1.1 200 OK\r\nContent-Ty', outcome: failed('network_error') },
  {
    name: 'a body that is too short',
    bytes: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 9999\r\n\r\n${WORDS}`,
    outcome: {},
    plain: failed('network_error'),
  },
  {
    name: 'lengths that differ',
    bytes: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\n${WORDS}`,
    outcome: failed('network_error'),
  },
  {
    name: 'chunks that are none',
    bytes: `HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n${WORDS}`,
    outcome: {},
    plain: failed('network_error'),
  },
]

export const ODD_RESPONSES: OddResponse[] = [
  ...NOT_FOLLOWED,
  ...FOLLOWED,
  ...LOCATIONS,
  ...BY_PAGE,
  ...STATUSES,
  ...HEADERS,
]
