// The frame around a page of /docs: the menu, the search, the page. It needs no script: the search is a form,
// the menu of a phone is `details`. theme.js only takes the theme that somebody has chosen in the dashboard.

import type { GuidePage, Library } from './library.ts'
import { escaped } from './rendered.ts'
import type { Found } from './search.ts'

export const guidePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ')

interface Shown {
  readonly title: string
  readonly body: string
  /** Path of the page, for the menu. */
  readonly path: string
  readonly query?: string
}

export function guidePage(library: Library, page: GuidePage): string {
  return document(library, { title: page.title, body: page.html, path: page.path })
}

export function frontPage(library: Library): string {
  const lists = library.sections.map(
    ({ title, pages }) =>
      `<h2>${escaped(title)}</h2>\n<ul class="pages">${pages.map(page => `<li>${linkTo(page)}</li>`).join('')}</ul>`,
  )
  const lead = '<p>How to use Troupe, how to run it, and what there is to look up.</p>'
  const reference =
    '<p>All endpoints to read and to try: <a href="/docs/api-reference">the API reference</a>.</p>'
  return document(library, {
    title: 'Documentation',
    body: `<h1>Documentation</h1>${lead}${lists.join('\n')}${reference}`,
    path: '',
  })
}

export function searchPage(library: Library, query: string, found: readonly Found[]): string {
  const hits = found.map(
    ({ address, page, title, excerpt }) =>
      `<li><a href="${escaped(address)}">${escaped(title)}</a> <span class="of">${escaped(page)}</span><p>${escaped(excerpt)}</p></li>`,
  )
  const none = `<p>No page has all of these words. Try fewer, or look through the menu.</p>`
  const list = hits.length === 0 ? none : `<ol class="hits">${hits.join('')}</ol>`
  return document(library, {
    title: 'Search',
    body: `<h1>Search</h1><p role="status">${hits.length === 0 ? 'Nothing found' : `${hits.length} found`} for “${escaped(query)}”.</p>${list}`,
    path: 'search',
    query,
  })
}

function linkTo({ path, title }: GuidePage, here = ''): string {
  const current = path === here ? ' aria-current="page"' : ''
  return `<a href="/docs/${path}"${current}>${escaped(title)}</a>`
}

function menu(library: Library, here: string): string {
  return library.sections
    .map(
      ({ title, pages }) =>
        `<h2>${escaped(title)}</h2><ul>${pages.map(page => `<li>${linkTo(page, here)}</li>`).join('')}</ul>`,
    )
    .join('')
}

function document(library: Library, { title, body, path, query = '' }: Shown): string {
  const links = menu(library, path)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${escaped(title)} · Troupe</title>
    <link rel="icon" href="/icon.svg">
    <link rel="stylesheet" href="/docs/look.css">
    <script src="/docs/theme.js"></script>
  </head>
  <body>
    <a class="skip" href="#content">Skip to the content</a>
    <header>
      <a class="home" href="/"><img src="/icon.svg" alt="" width="20" height="20">Troupe</a>
      <a href="/docs">Documentation</a>
      <form action="/docs/search" role="search">
        <input type="search" name="q" value="${escaped(query)}" aria-label="Search the documentation" placeholder="Search" maxlength="200" required>
      </form>
    </header>
    <div class="frame">
      <details class="phone"><summary>All pages</summary><nav aria-label="All pages">${links}</nav></details>
      <nav class="side" aria-label="Pages">${links}</nav>
      <main id="content" tabindex="-1">
${body}
      </main>
    </div>
  </body>
</html>
`
}
