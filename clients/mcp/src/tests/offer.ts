import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Client } from '@modelcontextprotocol/client'
import { call, connectHttp, connectStdio, REVISIONS } from '../testing/connect.ts'
import type { ServiceUnderTest } from '../testing/start-service.ts'

const NAMES = [
  'scrape',
  'read_page',
  'search',
  'map_site',
  'extract',
  'scrape_batch',
  'crawl_site',
  'check_work',
  'list_results',
  'cancel_work',
  'estimate_cost',
  'account',
]

/** What the server offers, whoever asks in whichever way. */
export function describeOffer(running: () => ServiceUnderTest): void {
  describe('the offer of the server', () => {
    const clients: Client[] = []
    beforeAll(async () => {
      for (const connect of [connectHttp, connectStdio])
        for (const revision of REVISIONS) clients.push(await connect(running(), revision))
    })
    afterAll(() => Promise.all(clients.map((client) => client.close())))

    test('is the same tools in the same order every time and everywhere', async () => {
      const lists = []
      for (const client of [...clients, ...clients]) lists.push((await client.listTools()).tools)
      expect(lists[0]!.map(({ name }) => name)).toEqual(NAMES)
      for (const [n, list] of lists.entries()) {
        // The older revision has its own way to write a schema.
        const first = lists[n % REVISIONS.length]
        expect(JSON.stringify(list)).toBe(JSON.stringify(first))
      }
    })

    test('describes each tool, its arguments and its reply', async () => {
      const { tools } = await clients[0]!.listTools()
      for (const { name, title, description, annotations, inputSchema, outputSchema } of tools) {
        expect([name, title, description]).toEqual([
          name,
          expect.any(String),
          expect.stringMatching(/^.{100,}$/s),
        ])
        expect(Object.keys(annotations!).sort()).toEqual([
          'destructiveHint',
          'idempotentHint',
          'openWorldHint',
          'readOnlyHint',
        ])
        for (const schema of [inputSchema, outputSchema!])
          for (const [field, { description: about }] of Object.entries(
            schema.properties as Record<string, { description?: string }>,
          ))
            expect([name, field, about]).toEqual([name, field, expect.any(String)])
      }
      // What every conversation pays for; about four characters are a token.
      const shown = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }))
      expect(JSON.stringify(shown).length).toBeLessThan(20_000)
    })

    test('holds pages as resources, prompts, and a skill', async () => {
      for (const client of clients) {
        const { data } = await call(client, 'scrape', {
          url: `${running().site}/plain`,
          formats: ['markdown', 'links'],
        })
        const uri = `gleaner://jobs/${data.job_id}/markdown`
        const { contents } = await client.readResource({ uri })
        expect(contents).toEqual([
          { uri, mimeType: 'text/markdown', text: expect.stringContaining('# The swing bridge') },
        ])
        const { resourceTemplates } = await client.listResourceTemplates()
        expect(resourceTemplates.map(({ uriTemplate }) => uriTemplate)).toContain(
          'gleaner://jobs/{job_id}/{format}',
        )
        const skill = await client.readResource({ uri: 'skill://gleaner/SKILL.md' })
        expect(skill.contents[0]).toMatchObject({ text: expect.stringContaining('# Using Gleaner') })
        const { prompts } = await client.listPrompts()
        expect(prompts.map(({ name }) => name)).toEqual(['read_site', 'why_failed'])
        const { messages } = await client.getPrompt({ name: 'why_failed', arguments: { id: data.job_id } })
        expect(JSON.stringify(messages)).toContain(data.job_id)
      }
    })

    test('links a page that goes on to the rest of it', async () => {
      const [client] = clients
      const { content, data } = await call(client!, 'scrape', {
        url: `${running().site}/article`,
        max_tokens: 200,
      })
      const link = content.find((block) => block.type === 'resource_link')!
      const rest = await client!.readResource({ uri: (link as { uri: string }).uri })
      const { data: second } = await call(client!, 'read_page', { cursor: data.next_cursor })
      expect((rest.contents[0] as { text: string }).text).toContain(second.untrusted.text)
    })

    test('has no resource where there is none', async () => {
      const ids = [
        '00000000-0000-7000-8000-000000000000/markdown',
        'x/markdown',
        '00000000-0000-7000-8000-000000000000/word',
      ]
      for (const client of clients)
        for (const id of ids)
          await expect(client.readResource({ uri: `gleaner://jobs/${id}` })).rejects.toMatchObject({
            code: -32602,
          })
    })
  })
}
