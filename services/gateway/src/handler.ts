import type { Endpoint, GatewayEndpoints } from '@gleaner/contracts'
import type { EndpointHandler } from '@gleaner/http-api'
import type { Context } from './context.ts'

export type { AnyCall, Call } from '@gleaner/http-api'

/** The handler of a declared endpoint: `Handler<'getJob'>`. */
export type Handler<Name extends keyof GatewayEndpoints> = EndpointHandler<Context, GatewayEndpoints[Name]>

export type Handlers<Declared extends Record<string, Endpoint>> = {
  [Name in keyof Declared]: EndpointHandler<Context, Declared[Name]>
}
