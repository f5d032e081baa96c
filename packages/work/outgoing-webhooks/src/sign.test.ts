import { createHmac, timingSafeEqual } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { bodySignature, generateWebhookSecret, signWebhook, type WebhookMessage } from './sign.ts'

/** The example of the Standard Webhooks specification's reference libraries. */
const PUBLISHED: WebhookMessage = {
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

  test('are the same for a text and for its bytes', () => {
    const body = '{"title":"Prüfung ✓ \\ud83d"}'
    expect(signWebhook({ ...PUBLISHED, body: Buffer.from(body) })).toEqual(
      signWebhook({ ...PUBLISHED, body }),
    )
  })

  test('a secret is whsec_ and the base64 of 32 bytes, and never the same', () => {
    const secret = generateWebhookSecret()
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32)
    expect(secret).not.toBe(generateWebhookSecret())
  })
})

/** As a receiver writes it by hand: it compares the whole header with what it computes. */
function verifyByHand(secret: string, header: string | undefined, body: string): void {
  const mine = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`)
  const theirs = Buffer.from(header ?? '')
  if (mine.length !== theirs.length || !timingSafeEqual(mine, theirs)) throw new Error('forged')
}

/** Each throws where the message is not from whoever has the secret. */
const RECEIVERS: Record<string, (secret: string, headers: Record<string, string>, body: string) => unknown> =
  {
    standardwebhooks: (secret, headers, body) => new StandardWebhook(secret).verify(body, headers),
    svix: (secret, headers, body) => new SvixWebhook(secret).verify(body, headers),
    'node:crypto': (secret, headers, body) => verifyByHand(secret, headers['X-Service-Signature'], body),
  }

describe.each(Object.entries(RECEIVERS))('a receiver that verifies by %s', (name, verify) => {
  const [current, previous] = [generateWebhookSecret(), generateWebhookSecret()]
  const body = JSON.stringify({ event: 'job.completed', data: { title: 'Größe 10 €' } })
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body }
  const signed = (...secrets: [string, ...string[]]) => signWebhook({ ...message, secrets })

  test('takes what is signed with its secret', () => {
    expect(() => verify(current, signed(current), body)).not.toThrow()
  })

  test('refuses another body, and another secret', () => {
    expect(() => verify(current, signed(current), body.replace('10', '11'))).toThrow()
    expect(() => verify(current, signed(previous), body)).toThrow()
  })

  test('takes the new secret at once after a rotation, and can still take the old one', () => {
    const headers = signed(current, previous)
    expect(() => verify(current, headers, body)).not.toThrow()
    // Who compares the whole header finds the old signature in the second one.
    const asOld = { ...headers, 'X-Service-Signature': headers['X-Service-Signature-Previous']! }
    expect(() => verify(previous, name === 'node:crypto' ? asOld : headers, body)).not.toThrow()
    expect(() => verify(generateWebhookSecret(), asOld, body)).toThrow()
  })
})

test('all secrets that were replaced within a day sign, in the list of either header', () => {
  const secrets = Array.from({ length: 4 }, generateWebhookSecret) as [string, ...string[]]
  const message = { id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body: '{"a":1}' }
  const headers = signWebhook({ ...message, secrets })
  for (const secret of secrets) new StandardWebhook(secret).verify(message.body, headers)
  const previous = headers['X-Service-Signature-Previous']!.split(' ')
  expect([headers['X-Service-Signature'], ...previous]).toEqual(
    secrets.map((secret) => bodySignature(secret, message.body)),
  )
})

test('another id or time is refused by those who verify them: what was recorded cannot be sent again as new', () => {
  const secret = generateWebhookSecret()
  const body = '{}'
  const headers = signWebhook({ id: 'a', timestamp: Math.floor(Date.now() / 1000), body, secrets: [secret] })
  const later = String(Number(headers['webhook-timestamp']) + 1)
  const changes: Record<string, string>[] = [{ 'webhook-id': 'b' }, { 'webhook-timestamp': later }]
  for (const change of changes)
    expect(() => new StandardWebhook(secret).verify(body, { ...headers, ...change })).toThrow()
})

test('while no secret is being rotated there is one signature of each kind', () => {
  const headers = signWebhook(PUBLISHED)
  expect(Object.keys(headers)).not.toContain('X-Service-Signature-Previous')
  expect(headers['webhook-signature']).not.toContain(' ')
})
