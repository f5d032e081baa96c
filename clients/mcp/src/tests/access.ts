import { eventually } from '@gleaner/testkit/eventually'
import { describe, expect, test } from '@jest/globals'
import { call, connectHttp } from '../testing/connect.ts'
import type { ServiceUnderTest } from '../testing/start-service.ts'

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} }

/** Who is let in, over HTTP. */
export function describeAccess(running: () => ServiceUnderTest): void {
  describe('/mcp', () => {
    const post = async (headers: Record<string, string>, body: unknown = LIST) => {
      const reply = await fetch(`${running().url}/mcp`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return { status: reply.status, headers: reply.headers, text: await reply.text() }
    }
    const key = () => ({ 'x-api-key': running().key })

    test('names who gives keys for it to whoever has none', async () => {
      for (const headers of [{}, { authorization: 'Bearer sk_live_00000000000000000000000000000000' }]) {
        const reply = await post(headers as Record<string, string>)
        expect(reply.status).toBe(401)
        expect(JSON.parse(reply.text)).toMatchObject({
          jsonrpc: '2.0',
          error: { data: { error: 'UNAUTHENTICATED' } },
        })
        const [, address] = /resource_metadata="([^"]+)"/.exec(reply.headers.get('www-authenticate')!)!
        expect(address).toBe(`${running().url}/.well-known/oauth-protected-resource/mcp`)
        const metadata = await (await fetch(address!)).json()
        expect(metadata).toMatchObject({
          resource: `${running().url}/mcp`,
          authorization_servers: [running().url],
        })
      }
    })

    test('takes a key in each way that the API does', async () => {
      const basic = `Basic ${Buffer.from(`${running().key}:`).toString('base64')}`
      for (const headers of [key(), { authorization: `Bearer ${running().key}` }, { authorization: basic }]) {
        const reply = await post(headers as Record<string, string>, {
          ...LIST,
          method: 'tools/call',
          params: { name: 'account', arguments: {} },
        })
        expect([reply.status, reply.text]).toEqual([200, expect.stringContaining('credits_available')])
      }
    })

    test('refuses pages of other origins, and lets its own', async () => {
      expect((await post({ ...key(), origin: 'https://evil.example' })).status).toBe(403)
      expect((await post({ ...key(), origin: 'null' })).status).toBe(403)
      expect((await post({ ...key(), origin: running().url })).status).toBe(200)
    })

    test('refuses what is no message, or too long', async () => {
      expect((await post(key(), '{')).status).toBe(400)
      expect((await post(key(), '[]')).status).toBe(400)
      expect((await post(key(), `"${'x'.repeat(2_000_000)}"`)).status).toBe(413)
      expect((await post({ ...key(), 'content-type': 'text/plain' })).status).toBe(400)
      const get = await fetch(`${running().url}/mcp`, { headers: key() })
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST'])
    })

    test('keeps the work of an account to itself', async () => {
      const other = await connectHttp(
        { url: running().url, key: (await running().visitor.newKey()).key },
        '2026-07-28',
      )
      const own = await connectHttp(running(), '2026-07-28')
      const { data } = await call(own, 'scrape', { url: `${running().site}/article`, max_tokens: 200 })
      for (const args of [{ job_id: data.job_id }, { cursor: data.next_cursor }]) {
        const refused = await call(other, 'read_page', args)
        expect([refused.isError, refused.text]).toEqual([true, expect.stringContaining('JOB_NOT_FOUND')])
      }
      await expect(
        other.readResource({ uri: `gleaner://jobs/${data.job_id}/markdown` }),
      ).rejects.toMatchObject({ code: -32602 })
      await Promise.all([other.close(), own.close()])
    })

    test('ends with the key, in the middle of a conversation', async () => {
      const { person, newKey } = running().visitor
      const { key, id } = await newKey()
      const client = await connectHttp({ url: running().url, key }, '2026-07-28')
      expect((await call(client, 'account', {})).isError).toBe(false)
      await person.keys.delete(id)
      // Each gateway knows a key for a moment.
      await eventually(() =>
        expect(call(client, 'account', {})).rejects.toThrow(/UNAUTHENTICATED|Unauthorized/),
      )
      await client.close()
    })

    test('takes the tokens of what is asked, and one for a list', async () => {
      const { key: free } = await running().visitor.newKey()
      const first = await post({ 'x-api-key': free })
      expect([first.status, first.headers.get('x-ratelimit-limit')]).toEqual([200, '30'])
      // More than a minute's tokens at once, whatever the account has taken before.
      const replies = await Promise.all(Array.from({ length: 40 }, () => post({ 'x-api-key': free })))
      const refused = replies.find(({ status }) => status === 429)!
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
      expect(JSON.parse(refused.text)).toMatchObject({ error: { data: { error: 'RATE_LIMITED' } } })
    })
  })
}
