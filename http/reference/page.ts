// The page of the API reference and its start script. Neither the page nor Scalar loads anything from another
// origin: fonts, telemetry, proxy, agent and registry are off, and the policy forbids it.

/**
 * @param tag names the content of Scalar's script: a new content has a new address, so it can be cached for
 *   ever
 */
export function referencePage(tag: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Troupe API reference</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <noscript>This page needs JavaScript. The same in one file: <a href="/openapi.yaml">openapi.yaml</a></noscript>
    <div id="reference"></div>
    <script src="/docs/api-reference/scalar.js?v=${tag}"></script>
    <script src="/docs/api-reference/start.js"></script>
  </body>
</html>
`
}

/** Vue needs inline styles; Scalar's script has images and fonts as data. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/**
 * Requests go to the origin of the page, whatever name the service is configured with: a key is sent nowhere
 * else.
 */
export const startScript = `Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin, description: 'This service' }],
  proxyUrl: '',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  documentDownloadType: 'none',
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'bearerAuth' },
  metaData: { title: 'Troupe API reference' },
})
`
