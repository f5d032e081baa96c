import { createHash } from 'node:crypto'
import {
  type IDataObject,
  type IExecuteFunctions,
  type IHookFunctions,
  type IHttpRequestMethods,
  type IHttpRequestOptions,
  type IN8nHttpFullResponse,
  type IWebhookFunctions,
  type JsonObject,
  NodeApiError,
  sleep,
} from 'n8n-workflow'

export type Context = IExecuteFunctions | IHookFunctions | IWebhookFunctions

export interface Request {
  method?: IHttpRequestMethods
  path: string
  query?: IDataObject
  body?: IDataObject
  /** Of the input that it is made for, where there is one. */
  itemIndex?: number
  /** Statuses that are an answer beside those below 400. */
  accept?: readonly number[]
}

/** The service answers within 120 seconds, and then by 202. */
const TIMEOUT_MS = 150_000
/** Nothing was done and nothing charged: the same may be asked again. */
const PASSING = new Set([429, 502, 503])
const MAX_REPEATS = 4
const MAX_PAUSE_SECONDS = 60

/** Asks the service, again after a passing refusal; what it refuses for good is a `NodeApiError` with its words. */
export async function ask(context: Context, request: Request): Promise<IN8nHttpFullResponse> {
  const { itemIndex } = request
  const options = await optionsOf(context, request)
  for (let repeats = 0; ; repeats++) {
    const reply = await send(context, options, itemIndex)
    const { statusCode } = reply
    if (statusCode < 400 || request.accept?.includes(statusCode)) return reply
    if (!PASSING.has(statusCode) || repeats === MAX_REPEATS || isLasting(reply))
      throw refusal(context, reply, itemIndex)
    const pause = Number(reply.headers['retry-after']) || 2 ** repeats
    await rest(context, Math.min(pause, MAX_PAUSE_SECONDS))
  }
}

/** Only the body of an answer. */
export async function read<T = IDataObject>(context: Context, request: Request): Promise<T> {
  return (await ask(context, request)).body as T
}

/** A pause that ends with the execution. */
export async function rest(context: Context, seconds: number): Promise<void> {
  const signal = cancelSignalOf(context)
  const end = Date.now() + seconds * 1000
  while (Date.now() < end && !signal?.aborted) await sleep(Math.min(500, end - Date.now()))
  signal?.throwIfAborted()
}

async function send(
  context: Context,
  options: IHttpRequestOptions,
  itemIndex: number | undefined,
): Promise<IN8nHttpFullResponse> {
  try {
    return await context.helpers.httpRequestWithAuthentication.call(context, 'gleanerApi', options)
  } catch (error) {
    cancelSignalOf(context)?.throwIfAborted()
    // Not the error itself: it may hold the request, and with it the key.
    const { message, code } = error as Error & { code?: string }
    throw new NodeApiError(
      context.getNode(),
      { message, ...(code && { code }) },
      {
        message: `Gleaner does not answer at ${options.baseURL}`,
        description: `${message}. Check the base URL of the credential, and that this n8n can reach it.`,
        ...at(itemIndex),
      },
    )
  }
}

async function optionsOf(context: Context, request: Request): Promise<IHttpRequestOptions> {
  const { method = 'GET', path, query, body, itemIndex = 0 } = request
  const { baseUrl } = await context.getCredentials('gleanerApi', itemIndex)
  const signal = cancelSignalOf(context)
  return {
    method,
    baseURL: rootOf(String(baseUrl)),
    url: `/api/v1${path}`,
    ...(query && { qs: query }),
    ...(body && { body }),
    json: true,
    headers: { 'User-Agent': 'n8n-nodes-gleaner', ...repeatable(context, request) },
    timeout: TIMEOUT_MS,
    returnFullResponse: true,
    ignoreHttpStatusErrors: true,
    ...(signal && { abortSignal: signal }),
  }
}

/** As the credential's test reads it. */
function rootOf(baseUrl: string): string {
  return baseUrl
    .trim()
    .replace(/\/+$/, '')
    .replace(/\/api\/v1$/, '')
}

/**
 * The same request of the same run has the same key, so that a node that is tried again gets the answer that was lost, and nothing is
 * charged twice. Only successes are remembered.
 */
function repeatable(context: Context, { method, path, body, itemIndex }: Request): IDataObject {
  if (method !== 'POST' || !('getExecutionId' in context) || !('getWorkflowDataProxy' in context)) return {}
  const run = context.getWorkflowDataProxy(itemIndex ?? 0).$runIndex as number
  const parts = [context.getExecutionId(), context.getNode().id, run, itemIndex, path, body]
  return { 'Idempotency-Key': createHash('sha256').update(JSON.stringify(parts)).digest('hex') }
}

/** A limit of money ends with its period, not in a moment. */
function isLasting({ body }: IN8nHttpFullResponse): boolean {
  return (body as IDataObject | undefined)?.error === 'SPEND_LIMIT_EXCEEDED'
}

function refusal(context: Context, reply: IN8nHttpFullResponse, itemIndex: number | undefined): NodeApiError {
  const body = (reply.body ?? {}) as IDataObject
  const issues = ((body.details as IDataObject | undefined)?.issues ?? []) as IDataObject[]
  const sentences = [
    ...issues.map(({ path, message }) => (path === '' ? `${message}` : `${path}: ${message}`)),
    body.request_id && `Request ${body.request_id}`,
  ].filter(Boolean)
  return new NodeApiError(context.getNode(), body as JsonObject, {
    message: String(body.message ?? `Gleaner answered with status ${reply.statusCode}`),
    description: sentences.join('\n'),
    httpCode: String(reply.statusCode),
    ...at(itemIndex),
  })
}

function at(itemIndex: number | undefined): { itemIndex?: number } {
  return itemIndex === undefined ? {} : { itemIndex }
}

function cancelSignalOf(context: Context): AbortSignal | undefined {
  return 'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined
}
