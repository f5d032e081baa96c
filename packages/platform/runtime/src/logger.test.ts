import { describe, expect, test } from '@jest/globals'
import { createLogger } from './logger.ts'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): Record<string, unknown> {
  const lines: string[] = []
  write(createLogger({ service: 'gateway', level: 'info' }, { write: (text) => void lines.push(text) }))
  return JSON.parse(lines.join(''))
}

describe('createLogger', () => {
  test('writes one JSON line with service, level and time', () => {
    const line = logged((logger) => logger.info({ jobId: 'j1' }, 'accepted'))
    expect(line).toMatchObject({ service: 'gateway', level: 'info', jobId: 'j1', msg: 'accepted' })
    expect(Date.parse(String(line.time))).toBeGreaterThan(0)
  })

  test('masks secret fields at the top and nested', () => {
    const line = logged((logger) =>
      logger.info({
        password: 'hunter2',
        request: {
          headers: { authorization: 'Bearer hunter2', 'x-api-key': 'hunter2', cookie: 'a=hunter2' },
        },
        advanced: { cookies: { sid: 'hunter2' }, session_headers: { 'X-Auth': 'hunter2' } },
      }),
    )
    expect(JSON.stringify(line)).not.toContain('hunter2')
  })

  test('tells of an error its type, code and causes, but not the arguments that clients attach', () => {
    const cause = Object.assign(new Error('connect refused'), { code: 'ECONNREFUSED' })
    const error = Object.assign(
      new Error('redis://default:hunter2@cache:6379 failed?api_key=hunter2', { cause }),
      {
        command: { name: 'set', args: ['key', 'hunter2'] },
      },
    )
    const line = logged((logger) => logger.error({ err: error }, 'queue'))
    expect(JSON.stringify(line)).not.toContain('hunter2')
    expect(line.err).toMatchObject({
      message: 'redis://***@cache:6379 failed?api_key=[redacted]',
      cause: { code: 'ECONNREFUSED' },
    })
  })

  test.each([
    'http://ann:hunter2@example.com/a?b',
    'http://ann:hun@ter:hunter2@example.com/',
    'http://:hunter2@example.com',
    'http://hunter2@example.com/',
    'http:ann:hunter2@example.com/',
    'http:\\\\ann:hunter2@example.com/',
    'http://ann:"hunter2@example.com/',
    `socks5://ann:${'x'.repeat(3_000)}hunter2@proxy.example:1080`,
    'postgres://ann:hunter2@db:5432/gleaner',
  ])('hides the login of %s wherever it stands', (address) => {
    const line = logged((logger) =>
      logger.warn(
        { url: address, deep: { er: [{ list: [`see ${address}, twice ${address}`] }] } },
        `at ${address}`,
      ),
    )
    expect(JSON.stringify(line)).not.toContain('hunter2')
    expect(line.msg).toContain('***@')
  })

  test('leaves what is no login as it is', () => {
    const fields = {
      url: 'http://example.com/',
      mail: 'ann@example.com',
      path: 'https://example.com/@ann/1?to=a@b',
      at: 'http:',
      next: 'b@c',
    }
    expect(logged((logger) => logger.info(fields, 'http://'))).toMatchObject({ ...fields, msg: 'http://' })
  })

  test('cuts what an error repeats of a request, and masks the secrets of the part that stays', () => {
    const error = new Error(`${'x'.repeat(7_990)} redis://a:hunter2@cache ${'y'.repeat(2_000_000)}`)
    const line = JSON.stringify(logged((logger) => logger.error({ err: error }, 'failed')))
    expect(line.length).toBeLessThan(20_000)
    expect(line).not.toContain('hunter')
  })
})
