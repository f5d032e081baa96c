import { API_ROOT, ENDPOINTS } from '@gleaner/contracts'
import { issuerOf } from './issuer.ts'
import { RESOURCE_PATHS } from './resources.ts'

/** Which ways to become a client stand open, besides the operator's command. */
export interface OpenDoors {
  /** RFC 7591. */
  registration: boolean
  /** Client ID metadata documents. */
  documents: boolean
}

export const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code'
export const GRANT_TYPES = ['authorization_code', DEVICE_GRANT]
export const CLIENT_AUTHENTICATION = ['client_secret_basic', 'client_secret_post', 'none']
const SCOPES = ['scrape']

const SERVER = '/.well-known/oauth-authorization-server'
const RESOURCE = '/.well-known/oauth-protected-resource'

/**
 * What is found at which path: at the root, and for an issuer or resource with a path where RFC 8414 section 3.1 and RFC 9728 section 3.1
 * put it.
 */
export function metadataDocuments(publicUrl: string, doors: OpenDoors): Map<string, object> {
  const issuer = issuerOf(publicUrl)
  const server = serverMetadata(publicUrl, doors)
  const documents = new Map<string, object>([
    [SERVER, server],
    [RESOURCE, resourceMetadata(issuer, issuer)],
  ])
  documents.set(SERVER + pathOf(issuer), server)
  for (const path of RESOURCE_PATHS)
    documents.set(RESOURCE + pathOf(issuer + path), resourceMetadata(issuer, issuer + path))
  return documents
}

/** Where a client learns who gives keys for the resource at `path`: `resource_metadata` of RFC 9728 section 5.1. */
export function resourceMetadataUrl(publicUrl: string, path: string = API_ROOT): string {
  const issuer = issuerOf(publicUrl)
  return new URL(RESOURCE + pathOf(issuer + path), issuer).href
}

function pathOf(address: string): string {
  return new URL(address).pathname.replace(/\/$/, '')
}

/** What a client has to know of this server (RFC 8414). */
function serverMetadata(publicUrl: string, { registration, documents }: OpenDoors) {
  const issuer = issuerOf(publicUrl)
  const at = ({ path }: { path: string }) => `${issuer}${API_ROOT}${path}`
  return {
    issuer,
    authorization_endpoint: at(ENDPOINTS.showConsentPage),
    token_endpoint: at(ENDPOINTS.exchangeOAuthCode),
    device_authorization_endpoint: at(ENDPOINTS.startDeviceAuthorization),
    revocation_endpoint: at(ENDPOINTS.revokeOAuthToken),
    introspection_endpoint: at(ENDPOINTS.introspectOAuthToken),
    ...(registration && { registration_endpoint: at(ENDPOINTS.registerOAuthClient) }),
    client_id_metadata_document_supported: documents,
    service_documentation: `${issuer}/docs`,
    protected_resources: RESOURCE_PATHS.map((path) => issuer + path),
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: GRANT_TYPES,
    token_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    revocation_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION,
    introspection_endpoint_auth_methods_supported: CLIENT_AUTHENTICATION.filter(
      (method) => method !== 'none',
    ),
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  }
}

/** What a client has to know of the API (RFC 9728). */
function resourceMetadata(issuer: string, resource: string) {
  return {
    resource,
    authorization_servers: [issuer],
    scopes_supported: SCOPES,
    bearer_methods_supported: ['header'],
    resource_name: 'Gleaner',
    resource_documentation: `${issuer}/docs`,
  }
}
