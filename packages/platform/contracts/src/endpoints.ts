import * as gateway from './endpoints/index.ts'
import * as realtime from './endpoints/realtime/index.ts'

/** What the gateway answers: endpoints by their names, which are also those of their handlers. */
export const GATEWAY_ENDPOINTS = { ...gateway }

/** What the realtime service answers; the gateway passes it on. */
export const REALTIME_ENDPOINTS = { ...realtime }

/** Every endpoint of the API. */
export const ENDPOINTS = { ...GATEWAY_ENDPOINTS, ...REALTIME_ENDPOINTS }

export type GatewayEndpoints = typeof GATEWAY_ENDPOINTS
export type Endpoints = typeof ENDPOINTS
export type EndpointName = keyof Endpoints
