import { expect, test } from '@jest/globals'
import { digestAuthorization, readDigestChallenge } from './digest.ts'

/** The example of RFC 7616, 3.9.1. */
const FIELDS =
  'realm="http-auth@example.org", qop="auth, auth-int", nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"'
const REQUEST = {
  method: 'GET',
  uri: '/dir/index.html',
  user: 'Mufasa',
  password: 'Circle of Life',
  count: 1,
}
const CNONCE = 'f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'

test.each([
  ['SHA-256', '753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1'],
  ['MD5', '8ca523f5e9506fed4657c9700eebdbec'],
])('a challenge of %s is answered as RFC 7616 says', (algorithm, response) => {
  const challenge = readDigestChallenge(`Digest ${FIELDS}, algorithm=${algorithm}`)!
  const answer = digestAuthorization(challenge, REQUEST, CNONCE)
  expect(answer).toContain(`response="${response}"`)
  expect(answer).toContain(`opaque="${challenge.opaque}", qop=auth, nc=00000001, cnonce="${CNONCE}"`)
})

test('of several challenges the strongest is answered, and none where a plain login would do', () => {
  const both = `Digest ${FIELDS}, algorithm=MD5, Digest ${FIELDS}, algorithm=SHA-256`
  expect(readDigestChallenge(both)?.algorithm).toBe('SHA-256')
  expect(readDigestChallenge(`Digest ${FIELDS}, Basic realm="a"`)).toBeUndefined()
  expect(readDigestChallenge('Negotiate')).toBeUndefined()
  expect(readDigestChallenge('Digest realm="a", nonce="b", qop="auth-int"')).toBeUndefined()
  expect(readDigestChallenge('Digest realm="a", nonce="b", algorithm=SHA-512-256')).toBeUndefined()
})
