import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { createEmptyDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { IDataObject } from 'n8n-workflow'
import { type RealN8n, setUpN8n } from './testing/real-n8n.ts'

/** n8n has 2,400 packages: it is installed by hand, by `npm install n8n --ignore-scripts` there. */
const N8N_FOLDER = process.env.N8N_FOLDER ?? ''
const installedN8n = {
  isMet: N8N_FOLDER !== '' && existsSync(join(N8N_FOLDER, 'node_modules/n8n/bin/n8n')),
  missing: 'N8N_FOLDER names no folder with n8n',
}

where(installedN8n).describe('n8n itself', () => {
  let fleet: FleetWithSite
  let database: TestDatabase
  let n8n: RealN8n
  beforeAll(async () => {
    fleet = await startFleetWithSite()
    database = await createEmptyDatabase()
    n8n = await setUpN8n({
      n8nFolder: N8N_FOLDER,
      databaseUrl: database.url,
      credentials: { baseUrl: new URL(fleet.info.base_url).origin, apiKey: fleet.info.api_key },
    })
  })
  afterAll(async () => {
    await n8n?.remove()
    await database?.close()
    await fleet?.close()
  })

  const gleaner = (operation: string, parameters: IDataObject): IDataObject => {
    const [resource, name] = operation.split('.')
    return {
      name: 'Gleaner',
      type: 'n8n-nodes-gleaner.gleaner',
      parameters: { resource, operation: name, ...parameters },
    }
  }
  /** An item for each address. */
  const list = (urls: string[]): IDataObject => ({
    name: 'List',
    type: 'n8n-nodes-base.code',
    typeVersion: 2,
    parameters: { jsCode: `return ${JSON.stringify(urls.map((url) => ({ json: { url } })))}` },
  })
  const page = (number: number) => new URL(fleet.site.paths[number]!, fleet.site.url).href

  test('makes one batch of its items by an expression', async () => {
    const { items, error } = await n8n.execute([
      list([page(0), page(1)]),
      gleaner('batch.create', { urls: '={{ $json.url }}' }),
    ])
    expect(error).toBeUndefined()
    expect(items.map(({ json, pairedItem }) => [json.url, pairedItem])).toEqual([
      [page(0), { item: 0 }],
      [page(1), { item: 1 }],
    ])
  })

  test('crawls a site', async () => {
    const { items } = await n8n.execute([gleaner('crawl.create', { url: fleet.site.url, maxPages: 4 })])
    expect(items).toHaveLength(4)
    expect(items[0]!.json).toMatchObject({ url: fleet.site.url, markdown: expect.any(String) })
  })

  test('ends by an error of the service, with its words', async () => {
    const { error } = await n8n.execute([gleaner('page.scrape', { url: 'ftp://example.com/' })])
    expect(error).toMatchObject({
      name: 'NodeApiError',
      httpCode: '400',
      description: expect.stringMatching(/^url: /),
    })
    expect(JSON.stringify(error)).not.toContain(fleet.info.api_key)
  })
})
