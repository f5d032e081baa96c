import { expect, test } from '@jest/globals'
import { wreqFailureOf } from './wreq-errors.ts'

const failed = (words: string, address = 'https://shop.example/') =>
  wreqFailureOf(new Error(`Error: POST ${address}: error sending request for uri (${address}): ${words}`), {
    answered: false,
    refusedStatus: 403,
  })
const at = (step: string, cause: string) => `client error (${step}): client error (${step}): ${cause}`

// Words as wreq 3.1.0 says them.
test.each([
  [at('Connect', '[CERTIFICATE_VERIFY_FAILED]'), "The target's certificate cannot be verified", false],
  [at('Connect', '[WRONG_VERSION_NUMBER]'), 'The TLS handshake failed', false],
  [at('Connect', 'tcp connect error'), 'The connection to the target failed', false],
  [at('ProxyConnect', 'tunnel error: unsuccessful'), 'This address is not allowed', false],
  [at('SendRequest', 'connection closed before message completed'), 'The target closed the connection', true],
  [at('SendRequest', 'invalid HTTP version parsed'), 'The target broke the HTTP protocol', true],
  [at('SendRequest', 'message head is too large'), "The target's headers are too large", true],
  ['something new', 'The connection failed', true],
])('%s: %s', (words, detail, mayHaveBeenSent) => {
  expect(failed(words)).toMatchObject({ kind: 'failed', detail, mayHaveBeenSent })
})

test('an address that talks of steps does not make a request unsent', () => {
  for (const step of ['Connect', 'ProxyConnect']) {
    const address = `https://shop.example/?q=client error (${step}): [X]`
    const closed = at('SendRequest', 'connection closed before message completed')
    expect(failed(closed, address).mayHaveBeenSent).toBe(true)
  }
})

test('what fails after an answer has been sent, whatever the address says', () => {
  const message =
    'error decoding response body for uri (https://a/?client error (Connect)): error reading a body: eof'
  const failure = wreqFailureOf(new Error(message), { answered: true, refusedStatus: undefined })
  expect(failure).toMatchObject({ mayHaveBeenSent: true, detail: 'The target closed the connection' })
})
