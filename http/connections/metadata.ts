// What clients read before they connect: metadata of the resource (RFC 9728) and of the authorization server
// (RFC 8414), each for the address at which it was asked for.
import { connectionScopes, usualScopes } from '../../domain/people/connection.ts'
import { resourceOf } from './addresses.ts'

export const paths = {
  authorize: '/authorize',
  token: '/oauth/token',
  register: '/oauth/register',
  revoke: '/oauth/revoke',
} as const

/** @param origin no slash at the end */
export function resourceDocument(origin: string) {
  return {
    resource: resourceOf(origin),
    resource_name: 'Troupe',
    authorization_servers: [origin],
    bearer_methods_supported: ['header'],
    // What a client needs to begin with; it asks for more when it is told that it needs more.
    scopes_supported: usualScopes,
    resource_documentation: `${origin}/openapi.json`,
  }
}

/** @param origin no slash at the end */
export function serverDocument(origin: string) {
  return {
    issuer: origin,
    authorization_endpoint: origin + paths.authorize,
    token_endpoint: origin + paths.token,
    registration_endpoint: origin + paths.register,
    revocation_endpoint: origin + paths.revoke,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    token_endpoint_auth_methods_supported: ['none'],
    revocation_endpoint_auth_methods_supported: ['none'],
    code_challenge_methods_supported: ['S256'],
    scopes_supported: connectionScopes,
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
    protected_resources: [resourceOf(origin)],
    service_documentation: `${origin}/docs`,
  }
}
