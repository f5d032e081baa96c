import { type FleetWithSite, startFleetWithSite } from '@gleaner/devstack/testing/fleet-with-site'
import { CHOICES } from '@gleaner/sdk/choices'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { IDataObject, INodeProperties, INodePropertyOptions } from 'n8n-workflow'
import { type Built, build } from '../testing/built.ts'
import { runNode } from '../testing/run-node.ts'

let built: Built
let fleet: FleetWithSite
beforeAll(async () => {
  built = build()
  fleet = await startFleetWithSite({ pages: 3 })
})
afterAll(async () => {
  built.remove()
  await fleet.close()
})

/** A value for each text that has no list of values. */
const SAMPLES: Record<string, unknown> = {
  country: 'DE',
  language: 'de',
  domain: 'example.com',
  search: 'page',
  extractionPrompt: 'the title',
  sessionId: '',
  excludeSelectors: 'nav, footer',
  includeSelectors: 'main',
  excludePatterns: '/tag/**, *.pdf',
  includePatterns: '/**',
  waitForSelector: 'main',
}

/** What each operation is asked with beside an option, and who judges its body: itself, or the estimate of the same body. */
const OPERATIONS: Record<string, { parameters: IDataObject; judge?: string }> = {
  'page.scrape': { parameters: {}, judge: '/scrape/estimate' },
  'page.extract': { parameters: {} },
  'crawl.create': { parameters: {}, judge: '/crawl/estimate' },
  'site.map': { parameters: {} },
  'web.search': { parameters: { query: 'page', scrapeResults: true } },
}

function valuesOf(property: INodeProperties): unknown[] {
  const values = ((property.options ?? []) as INodePropertyOptions[]).map(({ value }) => value)
  if (property.type === 'multiOptions') return values.map((value) => [value])
  if (property.type === 'options') return values
  if (property.type === 'boolean') return [true, false]
  return [property.type === 'string' ? SAMPLES[property.name] : property.default]
}

test('the trigger offers every event that a webhook may have', () => {
  const events = new built.GleanerTrigger().description.properties.find(({ name }) => name === 'events')!
  expect(valuesOf(events).flat()).toEqual([...CHOICES.createWebhook.events].sort())
})

test.each(Object.keys(OPERATIONS))('the service takes every option of %s', async (operation) => {
  const [resource, name] = operation.split('.') as [string, string]
  const { parameters, judge } = OPERATIONS[operation]!
  const field = new built.Gleaner().description.properties.find(
    (property) =>
      property.name === 'options' &&
      property.displayOptions?.show?.resource?.[0] === resource &&
      property.displayOptions.show.operation?.[0] === name,
  )!
  const refused: unknown[] = []
  for (const property of field.options as INodeProperties[])
    for (const value of valuesOf(property)) {
      expect([property.name, value]).not.toContain(undefined)
      const given = {
        resource,
        operation: name,
        url: fleet.site.url,
        ...parameters,
        options: { [property.name]: value as string },
      }
      const issues = await issuesOf(given, judge)
      if (issues !== undefined) refused.push([property.name, value, issues])
    }
  expect(refused).toEqual([])
})

/**
 * What is wrong with the request that the node makes; with `judge` this endpoint says it of the body, and the node itself is stopped.
 * Whether the request can be met is another question.
 */
async function issuesOf(parameters: IDataObject, judge: string | undefined): Promise<unknown> {
  const credentials = { baseUrl: new URL(fleet.info.base_url).origin, apiKey: fleet.info.api_key }
  let body: unknown
  const ended = runNode(built, {
    credentials,
    parameters,
    onRequest: (options) => {
      body = options.body ?? body
      if (judge !== undefined) throw new Error('stopped')
    },
  })
  const error = await ended.then(
    () => undefined,
    (thrown: { httpCode?: string; description?: string }) => thrown,
  )
  if (judge === undefined) return error?.httpCode === '400' ? error.description : undefined
  const response = await fetch(fleet.info.base_url + judge, {
    method: 'POST',
    headers: { 'x-api-key': fleet.info.api_key, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return response.status === 400 ? await response.text() : undefined
}
