import { expect, test } from '@jest/globals'
import type { DevInfo } from './dev-info.ts'
import { describeStack } from './print-info.ts'

const info: DevInfo = {
  base_url: 'http://localhost:8080/api/v1',
  ws_base_url: 'ws://localhost:8080/api/v1',
  proxy: 'http://localhost:8900',
  api_key: 'sk_live_x',
  test_key: 'sk_test_x',
  user: { email: 'dev@example.com', password: 'long enough' },
  sample_site: 'http://127.0.0.1:8081',
  reference: 'http://localhost:8080/docs',
  queue_ui: 'http://localhost:8080/admin/queues',
  admin: { user: 'admin', password: 'p' },
  database_url: 'postgres://127.0.0.1/',
  redis_url: 'redis://127.0.0.1',
  storage_dir: '/tmp/storage',
  mail_dir: '/tmp/mail',
  ops: {},
  pids: {},
}
const printed = (more: Partial<DevInfo> = {}) =>
  describeStack({ ...info, ...more }, { seconds: 3.14, devFile: '.gleaner/dev.json', logs: '.gleaner/logs' })

test('what is printed names every address that people use', () => {
  for (const address of [
    'Dashboard  http://localhost:8080/',
    info.base_url,
    info.ws_base_url,
    info.proxy,
    info.reference,
    info.queue_ui,
    info.sample_site,
  ])
    expect(printed()).toContain(address)
})

test('a stack without a proxy port says how one is opened', () => {
  expect(printed({ proxy: null })).toMatch(/Proxy {6}none: PROXY_MODE_PORT/)
})
