import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { createDeploymentEgress } from './deployment-egress.ts'
import type { Egress } from './egress.ts'

const SETTINGS = {
  EGRESS_ALLOW: '127.0.0.0/8,10.0.0.0/8',
  EGRESS_OWN_ADDRESSES: '10.0.0.9',
  DATABASE_URL: 'postgres://u:p@10.0.0.5/db',
  REDIS_URL: 'redis://10.0.0.6',
  PUBLIC_URL: 'http://10.0.0.7:8080',
  S3_ENDPOINT: 'http://10.0.0.8:9000',
}

let egress: Egress

beforeAll(() => {
  egress = createDeploymentEgress(SETTINGS, ['evil.example'], [3000, undefined, 3001])
})
afterAll(() => egress.close())

test.each([
  ['an own address', '10.0.0.9:1234'],
  ['the database', '10.0.0.5:5432'],
  ['Redis', '10.0.0.6:6379'],
  ['the API', '10.0.0.7:8080'],
  ['the file store', '10.0.0.8:9000'],
  ['the first port of the process', '127.0.0.1:3000'],
  ['the last port of the process', '127.0.0.1:3001'],
])('%s of the deployment stays closed, although the allow list opens it', (_what, place) => {
  expect(() => egress.checkUrl(`http://${place}/`)).toThrow('belongs to the service itself')
})

test('a blocked domain is refused, and what the allow list opens beside the deployment is not', () => {
  expect(() => egress.checkUrl('http://www.evil.example/')).toThrow('blocked by the operator')
  expect(egress.checkUrl('http://10.0.0.5:8000/').port).toBe('8000')
  expect(egress.checkUrl('http://127.0.0.1:3002/').port).toBe('3002')
})

test('a deployment that sets only what it must has an egress', async () => {
  const { DATABASE_URL, REDIS_URL, PUBLIC_URL } = SETTINGS
  const least = createDeploymentEgress({ DATABASE_URL, REDIS_URL, PUBLIC_URL }, undefined, [])
  expect(least.checkUrl('http://example.com/').hostname).toBe('example.com')
  expect(() => least.checkUrl('http://10.1.1.1/')).toThrow('public address')
  await least.close()
})
