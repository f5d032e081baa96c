import type { Caller, UserCaller } from '@gleaner/accounts'
import type { Auth, Endpoint } from '@gleaner/contracts'
import type { LimitState } from '@gleaner/rate-limits'
import type { Request, Response } from 'express'
import type { z } from 'zod'

type Parsed<Schema> = Schema extends z.ZodType ? z.infer<Schema> : undefined

/** Who calls an endpoint, by what its declaration accepts. */
interface CallerByAuth {
  none: undefined
  bearer: UserCaller
  apiKeyOrBearer: Caller
  apiKeyOrQueryKey: Caller
}

/** Whose limits a request has taken of. */
interface LimitsByAuth {
  none: undefined
  bearer: LimitState
  apiKeyOrBearer: LimitState
  apiKeyOrQueryKey: LimitState
}

/** What a handler is given: the declared parts of the request, parsed, and who is calling. */
export interface Call<E extends Endpoint> {
  caller: CallerByAuth[E['auth'] & Auth]
  /** What is left of the caller's limits, this request taken off; untouched while Redis does not answer. */
  limits: LimitsByAuth[E['auth'] & Auth]
  params: Parsed<E['params']>
  query: Parsed<E['query']>
  body: Parsed<E['body']>
  request: Request
  response: Response
  /** Aborts with a ClientClosed when the caller leaves before the reply is complete. */
  signal: AbortSignal
}

/** What the calls of all endpoints have in common. */
export interface AnyCall extends Pick<Call<Endpoint>, 'request' | 'response' | 'signal'> {
  caller: Caller | undefined
  body: unknown
}

export type EndpointHandler<Context, E extends Endpoint> = (ctx: Context, call: Call<E>) => Promise<void>

export type Handlers<Context, Declared extends Record<string, Endpoint>> = {
  [Name in keyof Declared]: EndpointHandler<Context, Declared[Name]>
}
