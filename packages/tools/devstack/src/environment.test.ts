import { describe, expect, test } from '@jest/globals'
import { fleetEnvironment, proxyPortBeside } from './environment.ts'
import type { Home } from './home.ts'

const parts = {
  home: { root: '/home', storage: '/home/storage' } as Home,
  secrets: {
    encryption_keys: 'k1:abc',
    jwt_secret: 'jwt',
    api_key: 'sk_live_x',
    test_key: 'sk_test_x',
    user: { email: 'dev@gleaner.local', password: 'p' },
    admin: { user: 'admin', password: 'made-up' },
    redis_password: 'r',
  },
  infrastructure: {
    databaseUrl: 'postgres://u:p@127.0.0.1:5555/gleaner',
    redisUrl: 'redis://:r@127.0.0.1:6666',
  },
  port: 8080,
  proxyPort: undefined,
  realtimePort: 8089,
  site: 'http://127.0.0.1:8081',
  chromiumPath: '/usr/bin/chromium',
}

describe('fleetEnvironment', () => {
  test("lets the operator's settings win over what is made up", () => {
    const operator = { ADMIN_PASSWORD: 'chosen', PUBLIC_URL: 'https://scrape.example', LOG_LEVEL: '' }
    expect(fleetEnvironment({ ...parts, operator })).toMatchObject({
      ADMIN_PASSWORD: 'chosen',
      ADMIN_USER: 'admin',
      PUBLIC_URL: 'https://scrape.example',
      LOG_LEVEL: 'info',
      CHROMIUM_PATH: '/usr/bin/chromium',
    })
  })

  test('is that of a developer, unless the operator says otherwise', () => {
    expect(fleetEnvironment({ ...parts, operator: {} }).NODE_ENV).toBe('development')
    expect(fleetEnvironment({ ...parts, operator: { NODE_ENV: 'production' } }).NODE_ENV).toBe('production')
  })

  test('opens the sample site beside what the operator opened, and closes the own addresses', () => {
    const env = fleetEnvironment({ ...parts, operator: { EGRESS_ALLOW: '10.0.0.0/8' } })
    expect(env.EGRESS_ALLOW).toBe('10.0.0.0/8,127.0.0.1:8081')
    const own = '127.0.0.1:8080,localhost:8080,127.0.0.1:8089,127.0.0.1:5555,127.0.0.1:6666'
    expect(env.EGRESS_OWN_ADDRESSES).toBe(process.platform === 'linux' ? `${own},${env.OPS_HOST}` : own)
  })
})

test('the port of the proxy lies beside that of the stack, where no connection may hold it', () => {
  expect(proxyPortBeside(8080)).toBe(8900)
  expect(proxyPortBeside(32_100)).toBeUndefined()
})
