import {
  type ClientSessionPortOptions,
  createTaskSessionFromClient,
} from '@modelcontextprotocol/ext-tasks/client'
import { CLIENT, rawHttp, rawStdio } from './ask-raw.ts'
import { connectHttp, connectStdio, type Revision, type Service } from './connect.ts'

/** The official client for tasks: over the official client in 2025-11-25, which sends none of 2026-07-28. */
export async function openSession(service: Service, way: 'HTTP' | 'stdio', revision: Revision) {
  const client = await (way === 'HTTP' ? connectHttp : connectStdio)(service, revision)
  const raw = await (way === 'HTTP' ? rawHttp : rawStdio)(service, revision)
  const endpointId = `${service.url} ${way}`
  const newer: ClientSessionPortOptions = {
    v2RequestFraming: { protocolVersion: revision, clientInfo: CLIENT, clientCapabilities: {} },
    async rawDispatch(request) {
      const { method, params } = request as { method: string; params: Record<string, unknown> }
      const { result, error } = await raw.ask(method, params)
      return error ? { kind: 'error', error } : { kind: 'result', result }
    },
  }
  const session = createTaskSessionFromClient(
    client,
    revision === '2026-07-28' ? { endpointId, ...newer } : { endpointId },
  )
  return { session, close: () => Promise.all([session.close(), client.close(), raw.close()]) }
}
