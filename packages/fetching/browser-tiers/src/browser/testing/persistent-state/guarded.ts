import { createHash } from 'node:crypto'
import type { Exchange } from './persistent-state.ts'

export const challenge = (
  { response }: Exchange,
  value: string,
  body = '<p>Who are you?</p><pre id="done">401</pre>',
) => void response.writeHead(401, { 'www-authenticate': value, 'content-type': 'text/html' }).end(body)

/** Behind Basic: `ann` and `secret`. */
export const basic = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const expected = `Basic ${Buffer.from('ann:secret').toString('base64')}`
  if (exchange.request.headers.authorization === expected) return page(exchange)
  challenge(exchange, 'Basic realm="harbour"')
}

export const digest = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const given = exchange.request.headers.authorization ?? ''
  const part = (name: string) => new RegExp(`\\b${name}="?([^",]+)`).exec(given)?.[1] ?? ''
  const md5 = (words: string) => createHash('md5').update(words).digest('hex')
  const secret = md5(`ann:harbour:secret`)
  const asked = md5(`GET:${part('uri')}`)
  const expected = md5([secret, part('nonce'), part('nc'), part('cnonce'), 'auth', asked].join(':'))
  if (given !== '' && part('response') === expected) return page(exchange)
  challenge(exchange, 'Digest realm="harbour", qop="auth", nonce="0badcafe", algorithm=MD5')
}

/** A message of type 2 (MS-NLMP section 2.2.1.2) without a target name, which any client answers. */
const NTLM_CHALLENGE = Buffer.concat([
  Buffer.from('NTLMSSP\0', 'latin1'),
  Buffer.from([2, 0, 0, 0, 0, 0, 0, 0, 56, 0, 0, 0, 0x01, 0x82, 0x08, 0xa2]),
  Buffer.from('0123456789abcdef0000000000000000', 'hex'),
  Buffer.from([4, 0, 4, 0, 56, 0, 0, 0, 10, 0, 0, 0, 0, 0, 0, 15, 0, 0, 0, 0]),
]).toString('base64')

/** NTLM logs a connection in, not a request: the next request on it is Ann's. */
export const ntlm = (page: (exchange: Exchange) => void) => (exchange: Exchange) => {
  const { request, memory } = exchange
  if (memory.get('user') === 'ann') return page(exchange)
  const message = Buffer.from(/^NTLM (.+)/.exec(request.headers.authorization ?? '')?.[1] ?? '', 'base64')
  if (message[8] === 3) {
    memory.set('user', 'ann')
    return page(exchange)
  }
  challenge(exchange, message[8] === 1 ? `NTLM ${NTLM_CHALLENGE}` : 'NTLM')
}
