import type { Caller } from '@gleaner/accounts'
import type { Endpoint, Issue } from '@gleaner/contracts'
import type { Request, Response, Router } from 'express'
import type { z } from 'zod'
import { signalOf } from './client-closed.ts'
import type { Context } from './context.ts'
import { describeIssue } from './describe-issue.ts'
import { invalidRequest } from './invalid-request.ts'
import { readJsonBody } from './read-json-body.ts'
import { unstorableText } from './unstorable-text.ts'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined

/** What a handler is given: the declared parts of the request, parsed, and who is calling. */
export interface Call<E extends Endpoint> {
  caller: Caller
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  request: Request
  response: Response
  /** Aborts with a ClientClosed when the caller leaves before the reply is complete. */
  signal: AbortSignal
}

export type Handler<E extends Endpoint> = (ctx: Context, call: Call<E>) => Promise<void>

/** Mounts endpoints on the router: authentication and parsing come from the declaration. */
export function createEndpointRouter(ctx: Context, router: Router) {
  const endpoints: Endpoint[] = []
  const mount = <E extends Endpoint>(endpoint: E, handler: Handler<E>): void => {
    endpoints.push(endpoint)
    const method = endpoint.method.toLowerCase() as Lowercase<E['method']>
    router[method](routePath(endpoint), async (request: Request, response: Response) => {
      const signal = signalOf(response)
      const caller = await ctx.keys.verify(request.get('X-API-Key'))
      const body = endpoint.body ? await readJsonBody(ctx, caller, request) : undefined
      await handler(ctx, {
        caller,
        params: parse(endpoint.params, request.params, 'path') as Parsed<E['params']>,
        query: parse(endpoint.query, request.query, 'query') as Parsed<E['query']>,
        body: parse(endpoint.body, body, 'body') as Parsed<E['body']>,
        request,
        response,
        signal,
      })
    })
  }
  /** All that were mounted so far. */
  return Object.assign(mount, { endpoints: endpoints as readonly Endpoint[] })
}

/** An endpoint's path in the router's notation: `/jobs/{job_id}` is `/jobs/:job_id`. */
export function routePath(endpoint: Endpoint): string {
  return endpoint.path.replaceAll(/\{(\w+)\}/g, ':$1')
}

/** Parses one part of a request; throws INVALID_REQUEST that lists every fault. */
function parse(schema: z.ZodType | undefined, value: unknown, part: string): unknown {
  if (!schema) return undefined
  const unstorable = unstorableText(value)
  if (unstorable.length > 0) throw invalidRequest(unstorable, part)
  const result = schema.safeParse(value, { error: describeIssue })
  if (result.success) return result.data
  throw invalidRequest(result.error.issues.flatMap(toIssues), part)
}

function toIssues(issue: z.core.$ZodIssue): Issue[] {
  const path = issue.path.join('.')
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: path ? `${path}.${key}` : key,
        message: 'is not a field of this request; check its spelling or leave it out',
      }))
    case 'invalid_key':
      return [{ path, message: issue.issues.map((inner) => inner.message).join('; ') }]
    default:
      return [{ path, message: issue.message }]
  }
}
