import { describe, expect, test } from '@jest/globals'
import { z } from 'zod'
import { ConfigError, loadConfig } from './config.ts'
import {
  durationField,
  flagField,
  intField,
  listField,
  nodeEnvField,
  portField,
  urlField,
} from './env-fields.ts'

const schema = z.object({
  DATABASE_URL: urlField(['postgres', 'postgresql']).describe(
    'e.g. postgres://user:password@host:5432/gleaner',
  ),
  PORT: portField(8080),
  TRUST_PROXY: flagField(false),
  WAIT: durationField(500),
  EGRESS_ALLOW: listField(),
  WORKERS: intField({ min: 1, max: 64 }),
  NOTE: z.string().min(3, 'must have at least 3 characters').optional(),
})
const complete = { DATABASE_URL: 'postgres://u:p@h/db', WORKERS: '2' }

function faultsOf(env: Record<string, string>): string {
  try {
    loadConfig(schema, env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  throw new Error('the configuration was accepted')
}

describe('loadConfig', () => {
  test('gives typed values and fills in defaults', () => {
    expect(loadConfig(schema, complete)).toEqual({
      DATABASE_URL: 'postgres://u:p@h/db',
      PORT: 8080,
      TRUST_PROXY: false,
      WAIT: 500,
      EGRESS_ALLOW: [],
      WORKERS: 2,
    })
  })

  test('reads switches, lists, ports and lengths of time', () => {
    const env = {
      ...complete,
      PORT: '0',
      TRUST_PROXY: 'Yes',
      WAIT: '25s',
      EGRESS_ALLOW: ' 10.0.0.0/8, ,a:80 ',
    }
    expect(loadConfig(schema, env)).toMatchObject({
      PORT: 0,
      TRUST_PROXY: true,
      WAIT: 25_000,
      EGRESS_ALLOW: ['10.0.0.0/8', 'a:80'],
    })
    expect(loadConfig(schema, { ...complete, WAIT: '750' }).WAIT).toBe(750)
  })

  test.each([
    [undefined, 'production'],
    ['production', 'production'],
    ['staging', 'production'],
    ['development', 'development'],
    ['test', 'development'],
  ])('NODE_ENV=%s is %s', (given, expected) => {
    expect(loadConfig(z.object({ NODE_ENV: nodeEnvField() }), { NODE_ENV: given }).NODE_ENV).toBe(expected)
  })

  test('takes an empty variable as one that is not set', () => {
    expect(loadConfig(schema, { ...complete, PORT: ' ', NOTE: '' })).toMatchObject({ PORT: 8080 })
  })

  test('names every variable at fault, with the remedy, in one message', () => {
    const message = faultsOf({ PORT: '70000', TRUST_PROXY: 'perhaps', WAIT: '5 weeks', NOTE: 'x' })
    expect(message.split('\n')).toEqual([
      'The settings need attention:',
      '  DATABASE_URL: is not set (e.g. postgres://user:password@host:5432/gleaner)',
      '  PORT: must be a whole number from 0 to 65535',
      '  TRUST_PROXY: must be true or false',
      '  WAIT: must be a length of time such as 250ms, 25s, 5m or 24h',
      '  WORKERS: is not set',
      '  NOTE: must have at least 3 characters',
      'Every setting is listed in .env.example.',
    ])
  })

  test('never repeats a value', () => {
    expect(faultsOf({ DATABASE_URL: 'mysql://root:hunter2@h/db', WORKERS: 'hunter2' })).not.toContain(
      'hunter2',
    )
  })
})
