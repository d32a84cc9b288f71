// The page of the API reference and the lines that start Scalar on it. Nothing of it, and nothing that Scalar does, asks
// another origin: fonts, telemetry, proxy, agent and registry are off, and the policy would not let them.

/** @param tag of the program: another one has another address, so that it can be kept for ever */
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

/** Inline styles are Vue's; images and fonts as data are in Scalar's program. */
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

/** Requests go to where the page is, whatever the service calls itself: a key is sent nowhere else. */
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
