import { describe, expect, test } from '@jest/globals'
import { DEPLOYED } from '../../infra/deployments.ts'
import { fleetEnvironment } from '../../packages/tools/devstack/src/environment.ts'
import { homeAt } from '../../packages/tools/devstack/src/home.ts'
import { SERVICES } from '../../packages/tools/devstack/src/services.ts'
import { fillPart } from './fill-part.ts'
import { readSettings, readShape } from './read-settings.ts'

describe('the declared settings', () => {
  test('that several services read are one declaration', async () => {
    const shapes = await Promise.all(SERVICES.map(readShape))
    const declarations = Map.groupBy(
      shapes.flatMap((shape) => Object.entries(shape)),
      ([name]) => name,
    )
    const several = [...declarations].filter(
      ([, fields]) => new Set(fields.map(([, field]) => field)).size > 1,
    )
    expect(several.map(([name]) => name)).toEqual([])
  })

  test('that `npm start` gives another value are those of the table', async () => {
    const { settings } = await readSettings()
    const given = fleetEnvironment({
      operator: {},
      home: homeAt('/home'),
      secrets: {
        encryption_keys: 'k1:abc',
        jwt_secret: 'jwt',
        api_key: 'live',
        test_key: 'test',
        user: { email: 'dev@gleaner.local', password: 'p' },
        admin: { user: 'admin', password: 'p' },
        redis_password: 'r',
      },
      infrastructure: { databaseUrl: 'postgres://h/db', redisUrl: 'redis://h' },
      port: 8080,
      proxyPort: 8900,
      realtimePort: 9000,
      site: 'http://127.0.0.1:8081',
      chromiumPath: '/usr/bin/chromium',
    })
    const other = settings.filter(({ name, default: own }) => name in given && given[name] !== own)
    const described = settings.filter(({ name }) => DEPLOYED[name]?.npmStart)
    expect(described.map(({ name }) => name)).toEqual(other.map(({ name }) => name))
  })
})

describe('fillPart', () => {
  const file = 'a:\n  # made: settings, x\n  old: 1\n  # end: settings\nb: $&\n'

  test('writes between the marks alone, as far in as they are', () => {
    expect(fillPart(file, ['one: $1', 'two: $&'])).toBe(
      'a:\n  # made: settings, x\n  one: $1\n  two: $&\n  # end: settings\nb: $&\n',
    )
  })

  test('refuses a file without marks', () => {
    expect(() => fillPart('a: 1\n', [])).toThrow('There is no part')
  })
})
