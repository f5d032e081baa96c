import { createServer, type IncomingHttpHeaders } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type {
  IDataObject,
  IHookFunctions,
  IHttpRequestOptions,
  INodeType,
  IWebhookFunctions,
} from 'n8n-workflow'
import { authenticated, type Run, request } from './run-node.ts'

/** One request that has come, as n8n hands it to a node. */
export interface Delivery {
  headers: IncomingHttpHeaders
  rawBody: Buffer
}

/** A trigger as an active workflow has it: n8n's own web server and its memory of the node. */
export interface Trigger {
  url: string
  /** Of the node, across restarts of n8n. */
  memory: IDataObject
  /** What has started the workflow. */
  started: IDataObject[]
  deliveries: Delivery[]
  /** Statuses that were answered. */
  answers: number[]
  methods: Record<'checkExists' | 'create' | 'delete', () => Promise<boolean>>
  close(): Promise<void>
}

export async function startTrigger(
  node: INodeType,
  credential: Parameters<typeof authenticated>[1],
  { parameters, login, port }: { parameters: IDataObject; login: () => Run['credentials']; port: number },
): Promise<Trigger> {
  const memory: IDataObject = {}
  const started: IDataObject[] = []
  const deliveries: Delivery[] = []
  const answers: number[] = []
  const server = createServer(async (incoming, response) => {
    const delivery = { headers: incoming.headers, rawBody: await buffer(incoming) }
    deliveries.push(delivery)
    let status = 200
    const context = {
      ...common(),
      getHeaderData: () => delivery.headers,
      getRequestObject: () => ({ rawBody: delivery.rawBody }),
      getBodyData: () => JSON.parse(delivery.rawBody.toString()),
      getResponseObject: () => ({
        status(code: number) {
          status = code
          return { json: () => {} }
        },
      }),
    }
    const { workflowData } = await node.webhook!.call(context as unknown as IWebhookFunctions)
    started.push(...(workflowData ?? []).flat().map(({ json }) => json))
    answers.push(status)
    response.writeHead(status).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${port}/webhook`

  function common() {
    return {
      getNode: () => ({ name: 'Gleaner Trigger', type: node.description.name, parameters }),
      getNodeParameter: (name: string) => parameters[name],
      getNodeWebhookUrl: () => url,
      getWorkflow: () => ({ id: '1', name: 'A\nworkflow' }),
      getWorkflowStaticData: () => memory,
      getCredentials: async () => login(),
      helpers: {
        httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) =>
          request(authenticated(options, credential, login())),
        returnJsonArray: (json: IDataObject) => [{ json }],
      },
    }
  }

  const hook = (name: 'checkExists' | 'create' | 'delete') => () =>
    node.webhookMethods!.default![name].call(common() as unknown as IHookFunctions)
  return {
    url,
    memory,
    started,
    deliveries,
    answers,
    methods: { checkExists: hook('checkExists'), create: hook('create'), delete: hook('delete') },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
