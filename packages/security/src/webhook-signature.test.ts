import { describe, expect, test } from '@jest/globals'
import { bodySignature, generateWebhookSecret, signWebhook } from './webhook-signature.ts'

/** The example of the Standard Webhooks specification's reference libraries. */
const PUBLISHED = {
  id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
  timestamp: 1614265330,
  body: '{"test": 2432232314}',
  secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
}

describe('webhook signatures', () => {
  test('agree with the published example of Standard Webhooks', () => {
    expect(signWebhook(PUBLISHED)).toMatchObject({
      'webhook-id': PUBLISHED.id,
      'webhook-timestamp': '1614265330',
      'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
    })
  })

  test('agree with RFC 4231, test case 2', () => {
    expect(bodySignature('Jefe', 'what do ya want for nothing?')).toBe(
      'sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843',
    )
  })

  test('during a rotation both secrets sign, the current one first', () => {
    const secrets = [generateWebhookSecret(), generateWebhookSecret()]
    const headers = signWebhook({ ...PUBLISHED, secrets })
    expect(headers['X-Service-Signature']).toBe(bodySignature(secrets[0]!, PUBLISHED.body))
    expect(headers['X-Service-Signature-Previous']).toBe(bodySignature(secrets[1]!, PUBLISHED.body))
    const alone = secrets.map(
      (secret) => signWebhook({ ...PUBLISHED, secrets: [secret] })['webhook-signature'],
    )
    expect(headers['webhook-signature']).toBe(alone.join(' '))
  })

  test('a secret is whsec_ and the base64 of 32 bytes, and never the same', () => {
    const secret = generateWebhookSecret()
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(secret).not.toBe(generateWebhookSecret())
  })
})
