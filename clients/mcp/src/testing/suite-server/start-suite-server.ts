import { createServer as createHttpServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { Gleaner } from '@gleaner/sdk'
import { McpServer } from '@modelcontextprotocol/server'
import { createHandler } from '../../create-handler.ts'
import { attachTasks } from '../../tasks/attach-tasks.ts'
import { registerContents } from './contents.ts'
import { registerInputs, requestState } from './inputs.ts'
import { memoryTasks, registerTasks } from './tasks.ts'

/**
 * The tools, resources and prompts that the conformance suite calls by name, served as ours are: by the same handler, with the same layer of tasks.
 */
export async function startSuiteServer(): Promise<{ url: string; close(): Promise<void> }> {
  const stopping = new AbortController()
  const tasks = memoryTasks()
  const handler = createHandler({
    stopping: stopping.signal,
    onError: () => undefined,
    open: () => openSuiteServer(stopping.signal, tasks),
  })
  const client = new Gleaner({ apiKey: 'none', baseUrl: 'http://localhost:9' })
  const server = createHttpServer(async (request, response) => {
    if (request.method !== 'POST') return response.writeHead(405, { allow: 'POST' }).end()
    return await handler.handle(request, response, await json(request), client)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      stopping.abort()
      await handler.close()
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

async function openSuiteServer(
  stopping: AbortSignal,
  tasks: ReturnType<typeof memoryTasks>,
): Promise<McpServer> {
  const fixed = { listChanged: false }
  const server = new McpServer(
    { name: 'suite', version: '1.0.0' },
    {
      capabilities: { tools: fixed, resources: fixed, prompts: fixed, logging: {} },
      requestState: { verify: requestState.verify },
    },
  )
  registerContents(server)
  registerInputs(server)
  registerTasks(server, tasks)
  attachTasks(server, tasks, stopping)
  return server
}
