import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { createEmptyDatabase, type TestDatabase } from '@gleaner/testkit/database'
import { installedN8n, type RealN8n, setUpN8n } from '@gleaner/testkit/real-n8n'
import { where } from '@gleaner/testkit/where'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { IDataObject } from 'n8n-workflow'

const run = promisify(execFile)
const FOLDER = fileURLToPath(new URL('..', import.meta.url))

/** As npm would: only what is published. */
async function pack(folder: string): Promise<string> {
  const dist = `${folder}-dist`
  await run(process.execPath, ['build.mjs', '--out', dist], { cwd: FOLDER })
  const { stdout } = await run('npm', ['pack', dist, '--silent', '--pack-destination', folder])
  await rm(dist, { recursive: true })
  return stdout.trim()
}

where(installedN8n).describe('n8n itself', () => {
  let fleet: FleetWithSite
  let database: TestDatabase
  let n8n: RealN8n
  beforeAll(async () => {
    fleet = await startFleetWithSite()
    database = await createEmptyDatabase()
    const { base_url, api_key } = fleet.info
    n8n = await setUpN8n(
      {
        packageName: 'n8n-nodes-gleaner',
        pack,
        credentialType: 'gleanerApi',
        credentials: { baseUrl: new URL(base_url).origin, apiKey: api_key },
      },
      database.url,
    )
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
