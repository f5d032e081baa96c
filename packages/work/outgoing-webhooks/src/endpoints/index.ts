export * from './context.ts'
export {
  createEndpoint,
  deleteEndpoint,
  listEndpoints,
  readEndpoint,
  updateEndpoint,
} from './manage-endpoints.ts'
export * from './rotate-secret.ts'
export * from './switch-off.ts'
export * from './test-endpoint.ts'
