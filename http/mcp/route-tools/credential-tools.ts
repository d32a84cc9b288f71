// Credentials as a tool: the names that plans may say. Nothing of a secret is in them.
import { z } from 'zod'
import { pick } from './brief.ts'
import type { RouteTool } from './route-tool.ts'

export const listCredentials: RouteTool = {
  name: 'list_credentials',
  description:
    'The stored credentials by name, which a plan says as {"$secret": "<name>"}: kind, and the hosts that may get them. Never secrets.',
  args: { limit: '', cursor: '' },
  answer: z.looseObject({ name: z.string(), kind: z.string() }),
  brief: credential => pick(credential, ['name', 'kind', 'allowedHosts']),
  isForAuthors: true,
}
