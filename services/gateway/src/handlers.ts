import type { GatewayEndpoints } from '@gleaner/contracts'
import type { Handlers } from './handler.ts'
import * as routes from './routes/index.ts'

/** The handler of every endpoint that the gateway answers, by the endpoint's name. */
export const HANDLERS: Handlers<GatewayEndpoints> = { ...routes }
