import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { TIERS } from '@gleaner/contracts'
import { createEgress } from '@gleaner/egress'
import { createMetrics, loadConfig, silentLogger } from '@gleaner/runtime'
import { generateKey } from '@gleaner/security/secret-box'
import type { CreateTierWorkers, TierConfig } from '@gleaner/tier-worker'
import { expect, test } from '@jest/globals'
import { SERVICES } from '../services.ts'

const SERVICES_FOLDER = join(import.meta.dirname, '../../../../../services')
const SETTINGS = {
  DATABASE_URL: 'postgres://database.invalid/gleaner',
  REDIS_URL: 'redis://redis.invalid',
  ENCRYPTION_KEYS: generateKey('test'),
  PUBLIC_URL: 'https://api.invalid',
  STORAGE_DIR: '/nowhere',
  CHROMIUM_PATH: '/nowhere/chromium',
}

async function tiersOf(service: string): Promise<string[]> {
  const { createTierWorkers } = (await import(`@gleaner/${service}/tier-workers`)) as {
    createTierWorkers: CreateTierWorkers<TierConfig>
  }
  const { config } = await import(`@gleaner/${service}/config`)
  const egress = createEgress({})
  const deps = { logger: silentLogger(), metrics: createMetrics({ service }), egress }
  const workers = createTierWorkers(loadConfig(config, SETTINGS) as TierConfig, deps)
  await Promise.all(workers.map(({ fetcher }) => fetcher.close()))
  await egress.close()
  return workers.map(({ tier }) => tier)
}

test('npm start runs every service that there is', () => {
  const folders = readdirSync(SERVICES_FOLDER, { withFileTypes: true }).filter((entry) => entry.isDirectory())
  expect(folders.map(({ name }) => name).sort()).toEqual([...SERVICES].sort())
})

test('every tier has one service that works on it', async () => {
  const tiers = await Promise.all(SERVICES.filter((name) => name.startsWith('tier-')).map(tiersOf))
  expect(tiers.flat().sort()).toEqual([...TIERS].sort())
})
