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
    <header>
      <a href="/"><img src="/icon.svg" alt="" width="20" height="20">Troupe</a>
      <span>API reference</span>
    </header>
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

/** The look of the dashboard (dashboard/styles.css), as far as Scalar lets itself be told. */
const look = [
  ':root{--scalar-custom-header-height:48px;--scalar-sidebar-width:224px;--scalar-paragraph:14px;',
  '--scalar-small:13px;--scalar-mini:12px;--scalar-micro:11px;--scalar-heading-1:21px;--scalar-heading-2:17px;',
  '--scalar-radius-lg:6px;--scalar-radius-xl:8px;--scalar-font:system-ui,-apple-system,"Segoe UI",Roboto,Arial,sans-serif;',
  '--scalar-font-code:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace;--scalar-radius:6px}',
  '.light-mode{--scalar-background-1:#fdfdfe;--scalar-background-2:#f5f6f8;--scalar-background-3:#eff0f3;',
  '--scalar-color-1:#1b1f27;--scalar-color-2:#4e545e;--scalar-color-3:#666c77;--scalar-color-accent:#2a5cc4;',
  '--scalar-border-color:#e1e3e8;--scalar-background-accent:#e8effc}',
  '.dark-mode{--scalar-background-1:#111318;--scalar-background-2:#191c22;--scalar-background-3:#22262d;',
  '--scalar-color-1:#eceef1;--scalar-color-2:#b2b6be;--scalar-color-3:#969ba5;--scalar-color-accent:#7aa5f5;',
  '--scalar-border-color:#2b2f38;--scalar-background-accent:#1f2c4a}',
  'body>header{position:sticky;top:0;z-index:10;display:flex;gap:16px;align-items:center;box-sizing:border-box;',
  'height:48px;padding:0 20px;border-bottom:1px solid var(--scalar-border-color);color:var(--scalar-color-2);',
  'background:var(--scalar-background-2);font:14px/20px var(--scalar-font)}',
  'body>header a{display:flex;gap:8px;align-items:center;font-weight:600;text-decoration:none;',
  'color:var(--scalar-color-1)}.scalar-app .markdown{font-size:14px}',
].join('')

/**
 * Requests go to the origin of the page, whatever name the service is configured with: a key is sent nowhere
 * else.
 */
export const startScript = `const theme = localStorage.getItem('troupe-theme')
const isDark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  servers: [{ url: location.origin, description: 'This service' }],
  proxyUrl: '',
  withDefaultFonts: false,
  theme: 'none',
  customCss: ${JSON.stringify(look)},
  // As in the dashboard: what the person chose there, else what the system says.
  forceDarkModeState: isDark ? 'dark' : 'light',
  hideDarkModeToggle: true,
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
