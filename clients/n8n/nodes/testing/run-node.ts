import type {
  ICredentialType,
  IDataObject,
  IExecuteFunctions,
  IHttpRequestOptions,
  IN8nHttpFullResponse,
  INode,
  INodeExecutionData,
  INodeParameters,
  INodeType,
} from 'n8n-workflow'
import { type Built, n8nWorkflow } from './built.ts'

export interface Run {
  credentials: { baseUrl: string; apiKey: string }
  /** As a person fills them in; n8n's own rules add the defaults. A function stands for an expression, and is given the index of its item. */
  parameters: Record<string, unknown>
  items?: IDataObject[]
  continueOnFail?: boolean
  signal?: AbortSignal
  executionId?: string
  runIndex?: number
  /** Is shown every request, before it is sent. */
  onRequest?: (options: IHttpRequestOptions) => void
}

/**
 * Runs a node as n8n does: its parameters by n8n's own rules, its requests over HTTP by its credential. What the node does not use
 * is not there. `real-n8n.long.test.ts` runs it in n8n itself.
 */
export async function runNode(built: Built, run: Run): Promise<INodeExecutionData[]> {
  const node = new built.Gleaner()
  const context = contextOf(node, new built.GleanerApi(), run)
  const [outputs = []] = (await node.execute!.call(context)) as INodeExecutionData[][]
  return outputs
}

function contextOf(node: INodeType, credential: ICredentialType, run: Run): IExecuteFunctions {
  const { parameters, items = [{}], credentials, signal } = run
  const instance = instanceOf(node, parameters)
  const context = {
    getNode: () => instance,
    getInputData: () => items.map((json) => ({ json })),
    getNodeParameter(name: string, index: number, fallback?: unknown) {
      const value = instance.parameters[name] ?? fallback
      if (value === undefined) throw new Error(`Could not get parameter ${name}`)
      return typeof value === 'function' ? value(index) : value
    },
    getCredentials: async () => credentials,
    getExecutionId: () => run.executionId ?? 'execution-1',
    getExecutionCancelSignal: () => signal,
    getWorkflowDataProxy: () => ({ $runIndex: run.runIndex ?? 0 }),
    continueOnFail: () => run.continueOnFail ?? false,
    helpers: {
      httpRequestWithAuthentication: (_type: string, options: IHttpRequestOptions) => {
        run.onRequest?.(options)
        return request(authenticated(options, credential, credentials))
      },
    },
  }
  return context as unknown as IExecuteFunctions
}

function instanceOf(node: INodeType, given: Record<string, unknown>): INode {
  const { description } = node
  const instance: INode = {
    id: 'node-1',
    name: description.displayName,
    type: description.name,
    typeVersion: 1,
    position: [0, 0],
    parameters: {},
  }
  const parameters = n8nWorkflow.NodeHelpers.getNodeParameters(
    description.properties,
    given as INodeParameters,
    true,
    false,
    instance,
    description,
  )!
  return { ...instance, parameters }
}

/** `={{$credentials.apiKey}}` is all that the credential's expressions say. */
export function authenticated(
  options: IHttpRequestOptions,
  credential: ICredentialType,
  values: Record<string, string>,
): IHttpRequestOptions {
  const { headers } = (credential.authenticate as { properties: { headers: Record<string, string> } })
    .properties
  const filled = Object.entries(headers).map(([name, expression]) => [
    name,
    expression.replace(/^=\{\{\$credentials\.(\w+)\}\}$/, (_, field: string) => values[field]!),
  ])
  return { ...options, headers: { ...options.headers, ...Object.fromEntries(filled) } }
}

export async function request(options: IHttpRequestOptions): Promise<IN8nHttpFullResponse> {
  const url = new URL(options.baseURL + options.url)
  for (const [name, value] of Object.entries(options.qs ?? {})) url.searchParams.set(name, String(value))
  const response = await fetch(url, {
    method: options.method ?? 'GET',
    headers: { 'content-type': 'application/json', ...(options.headers as Record<string, string>) },
    body: options.body === undefined ? null : JSON.stringify(options.body),
    signal: (options.abortSignal as AbortSignal | undefined) ?? null,
  })
  const text = await response.text()
  return {
    statusCode: response.status,
    headers: Object.fromEntries(response.headers),
    body: text === '' ? '' : JSON.parse(text),
  }
}
