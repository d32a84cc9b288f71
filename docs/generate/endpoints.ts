// docs/reference/endpoints.md: every route under its heading of the API reference.
import { apiRoutes } from '../../http/api.ts'
import { tagOf } from '../../http/openapi/operation.ts'
import { describeTags } from '../../http/openapi/tags.ts'
import { takesKeys } from '../../http/pipeline/idempotency.ts'
import type { Route } from '../../http/pipeline/route.ts'
import { code, page, table } from './markdown.ts'

const rules = `Schemas of everything are in \`/openapi.yaml\` and \`/openapi.json\`; \`/docs/api-reference\` is the same to read and to try.

- **Credential.** An API key or the token of a login, as \`Authorization: Bearer ...\`. \`public\` needs none, an empty permission any. See [permissions](permissions.md).
- **Bodies** are JSON objects of at most 1 MiB, with at most 40,000 objects, 100,000 lists and 10,000 different names or combinations of names. Unknown fields are ignored, known ones are checked.
- **Lists** are arrays, newest first. They take \`limit\` (1 to 100, default 50) and \`cursor\`; the next page is in the \`Link\` header.
- **Errors** are \`{"error": "..."}\`, with a stable word in \`X-Error-Code\`. See [errors](errors.md).
- **Times** are Unix milliseconds, durations end in \`Ms\`. What is absent is \`null\`.

What stands in the last column:

- \`Idempotency-Key\`: takes the header, see [below](#idempotency-key).
- \`Prefer: wait=N\`: answers when the execution has ended, or after N seconds (1 to 60).
- \`stream\`: server-sent events, see [events](events.md).
- \`/rpc: name\`: is also the tool of that name.`

const idempotency = `## Idempotency-Key

The header has 1 to 255 visible characters. The same key with the same body, from the same API key or user, within 24 hours, is the same
request: it is handled once, and answered with the first answer and \`Idempotency-Replayed: true\`. The same key with another body or path is 409.

- Sent many times at once, one is handled and the others wait for its answer (65 s at most, then 409 with \`Retry-After\`).
- When the service dies before it has answered, the same request goes on where it stopped: what it makes has an id that follows from the
  key (\`http/pipeline/intent.ts\`), so what is there already is found, not made again.
- A refusal (4xx) has done nothing: the key is free again.
- An answer over 256 KiB is not kept word for word: the same request then gets the same resource as it is now.
- The secret of an API key is written nowhere: the same request gets 409. Revoke the key and make another one.
- Requests without a credential (sign-up) and calls of \`/rpc\` take no key.`

export function endpointsPage(): string {
  const routes = apiRoutes({ url: 'http://localhost:8080', version: '0' })
  const sections = describeTags(routes.map(tagOf)).map(({ name, description }) => {
    const rows = routes.filter(route => tagOf(route) === name).map(row)
    return `## ${name}\n\n${description}\n\n${table(['method', 'path', 'what', 'permission', ''], rows)}`
  })
  return page('Endpoints', 'http/api.ts', rules, ...sections, idempotency)
}

function row(route: Route): string[] {
  const { method, path, options } = route
  const permission = options.permission ?? (options.public ? 'public' : '')
  const notes = [
    takesKeys(route) ? code('Idempotency-Key') : '',
    options.waits ? code('Prefer: wait=N') : '',
    options.events ? 'stream' : '',
    options.tool ? code(`/rpc: ${options.tool.name}`) : '',
  ]
  return [method, code(path), options.summary, permission, notes.filter(note => note !== '').join(', ')]
}
