// Cross-origin rules.
// 1. By default no page of another origin may read an answer: no header is sent.
// 2. Origins that the operator lists (`CORS_ORIGINS`) may, with a Bearer credential only. Credentials of the
//    browser are never allowed, so a cookie alone does nothing from there.
// 3. An origin is reflected only when it is in the list.

/** Exact origins (`https://app.example.com`), or `*`. */
export type CorsOrigins = readonly string[]

const exposed = [
  'Deprecation',
  'ETag',
  'Idempotency-Replayed',
  'Link',
  'Mcp-Session-Id',
  'Preference-Applied',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Chat-Scope',
  'X-Error-Code',
  'X-Request-Id',
].join(', ')

const requestHeaders = [
  'Authorization',
  'Content-Type',
  'Idempotency-Key',
  'If-Match',
  'Last-Event-ID',
  'MCP-Protocol-Version',
  'Mcp-Method',
  'Mcp-Name',
  'Mcp-Session-Id',
  'Prefer',
  'X-Request-Id',
].join(', ')

/** Flat headers for an answer to a page of `origin`; none when it is not listed. */
export function corsHeaders(allowed: CorsOrigins, origin: string): readonly string[] {
  if (allowed.includes('*')) {
    return ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed]
  }
  if (!allowed.includes(origin)) return ['Vary', 'Origin']
  return [
    ...['Vary', 'Origin', 'Access-Control-Allow-Origin', origin],
    ...['Access-Control-Expose-Headers', exposed],
  ]
}

/**
 * Headers that carry tool arguments (MCP 2026-07-28). Each tool names its own, so every requested one is
 * allowed.
 */
const argumentHeader = /^mcp-param-[!#$%&'*+\-.^_`|~0-9a-z]{1,128}$/i
const askedLimit = 50

/**
 * More headers for a preflight; sent only where `corsHeaders` let the origin in.
 * @param methods those of the path
 * @param asked   Access-Control-Request-Headers
 */
export function preflightHeaders(methods: readonly string[], asked: string): readonly string[] {
  const names = asked.split(',', askedLimit).map(name => name.trim())
  const allowed = [requestHeaders, ...names.filter(name => argumentHeader.test(name))]
  return [
    ...['Access-Control-Allow-Methods', methods.join(', ')],
    ...['Access-Control-Allow-Headers', allowed.join(', ')],
    // Ten minutes: what browsers keep at most anyway.
    ...['Access-Control-Max-Age', '600'],
  ]
}
