import type { Caller } from '@gleaner/accounts'
import { ApiError, type Endpoint, takesSlot } from '@gleaner/contracts'
import { inLineOf } from '@gleaner/runtime'
import type { NextFunction, Request, Response, Router } from 'express'
import { authenticationOf } from './authenticate.ts'
import { checkRole } from './check-role.ts'
import { checkScope } from './check-scope.ts'
import { clientClosedSignal } from './client-closed.ts'
import { compressReply } from './compression/compress-reply.ts'
import type { ApiContext } from './context.ts'
import type { Call, EndpointHandler, Handlers } from './handler.ts'
import { createAddressLimit } from './limits/address-limit.ts'
import { createCallerLimit } from './limits/caller-limit.ts'
import { createGuessLimit, type GuessLimit } from './limits/guess-limit.ts'
import { refuseOtherMethods } from './middleware/method-not-allowed.ts'
import { recordCaller } from './middleware/request-metrics.ts'
import { parsePart } from './parse-part.ts'
import { refuseQuery } from './refuse-query.ts'
import { tellPollUrl } from './tell-poll-url.ts'

/** Reads a request's body, as the endpoint declares it. */
export type BodyReader = (
  endpoint: Endpoint,
  caller: Caller | undefined,
  request: Request,
) => Promise<unknown>

/**
 * Gives every declared endpoint its route. Throws when a declaration has no handler, a handler no declaration, or an
 * endpoint an authentication that nothing verifies, or a body where nothing reads one.
 */
export function mountEndpoints<Context extends ApiContext, Declared extends Record<string, Endpoint>>(
  router: Router,
  ctx: Context,
  endpoints: Declared,
  handlers: Handlers<Context, Declared>,
  readBody?: BodyReader,
): void {
  for (const name of Object.keys(handlers)) if (!endpoints[name]) throw new Error(`${name} is not declared.`)
  const guesses = createGuessLimit(ctx.limits)
  const named = Object.entries(endpoints)
  // A parameter's brace sorts after letters: `/jobs/stats` goes before `/jobs/{job_id}`, which would take it too.
  for (const [name, endpoint] of named.toSorted(([, a], [, b]) => (a.path < b.path ? -1 : 1))) {
    const handler = handlers[name]
    if (!handler) throw new Error(`${name} is declared and has no handler.`)
    mountEndpoint(router, ctx, guesses, endpoint, handler as EndpointHandler<Context, Endpoint>, readBody)
  }
  const shown = Object.values(endpoints).filter(({ operator }) => !operator)
  for (const [path, sharing] of Map.groupBy(shown, routePath))
    refuseOtherMethods(
      router,
      path,
      sharing.map(({ method }) => method),
      sharing.some((endpoint) => endpoint.method === 'GET' && takesSlot(endpoint)),
    )
}

function mountEndpoint<Context extends ApiContext>(
  router: Router,
  ctx: Context,
  guesses: GuessLimit,
  endpoint: Endpoint,
  handler: EndpointHandler<Context, Endpoint>,
  readBody: BodyReader | undefined,
): void {
  if (endpoint.body && !readBody) throw new Error(`${endpoint.path} declares a body, which nothing reads.`)
  const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>
  const limitAddress = createAddressLimit(ctx, endpoint)
  const authenticate = authenticationOf(endpoint, ctx.authenticators, guesses)
  const limitCaller = createCallerLimit(ctx, endpoint)
  const mayOmitBody = endpoint.body?.safeParse(undefined).success === true
  // Who only asks whether there is something (HEAD is routed as GET) starts and pays nothing.
  const refusesHead = method === 'get' && takesSlot(endpoint)
  router[method](routePath(endpoint), async (request: Request, response: Response, next: NextFunction) => {
    if (refusesHead && request.method === 'HEAD') return next()
    response.locals.errorFormat = endpoint.errorFormat
    compressReply(request, response)
    tellPollUrl(endpoint, ctx.publicUrl, request, response)
    const signal = clientClosedSignal(response)
    await limitAddress?.(request)
    const caller = endpoint.operator ? await operatorOf(request, authenticate) : await authenticate(request)
    if (endpoint.operator && !caller) return next()
    recordCaller(response, caller)
    const limits = caller && (await limitCaller(caller, response))
    if (caller) {
      checkScope(caller, endpoint)
      checkRole(caller, endpoint)
    }
    refuseQuery(endpoint, request)
    await inLineOf(caller?.accountId ?? request.ip ?? '', async () => {
      const isGiven = !mayOmitBody || hasBody(request)
      const body = endpoint.body && isGiven ? await readBody?.(endpoint, caller, request) : undefined
      await handler(ctx, {
        caller,
        limits,
        params: parsePart(endpoint.params, request.params, 'path'),
        query: parsePart(endpoint.query, request.query, 'query'),
        body: parsePart(endpoint.body, body, 'body'),
        request,
        response,
        signal,
      } as Call<Endpoint>)
    })
  })
}

/** Who calls, if they are an operator. Whatever keeps anybody else from being known is not told: the path is none to them. */
async function operatorOf(
  request: Request,
  authenticate: (request: Request) => Promise<Caller | undefined>,
): Promise<Caller | undefined> {
  try {
    const caller = await authenticate(request)
    return caller?.kind === 'user' && caller.isOperator ? caller : undefined
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return undefined
    throw error
  }
}

/** RFC 9112 section 6.3. */
function hasBody(request: Request): boolean {
  return request.get('transfer-encoding') !== undefined || Number(request.get('content-length') ?? 0) > 0
}

/** An endpoint's path in the router's notation: `/jobs/{job_id}` is `/jobs/:job_id`, `/files/{+key}` is `/files/*key`. */
export function routePath({ path }: Pick<Endpoint, 'path'>): string {
  return path.replaceAll(/\{(\+?)(\w+)\}/g, (_, slashes, name) => `${slashes ? '*' : ':'}${name}`)
}
