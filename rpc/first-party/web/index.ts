// The web: any address or API, pages as a person reads them, feeds. With a base address it is also the client
// of one API, with its credential.
import { object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { readFeed } from './read-feed.ts'
import { readPage } from './read-page.ts'
import { request } from './request.ts'

export const webServer: FirstPartyServer = {
  slug: 'web',
  name: 'Web',
  description:
    'Calls web addresses and APIs, reads pages as text with their title and links, and reads RSS and Atom feeds.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['web', 'developer'],
  credential: {
    kinds: ['bearer', 'basic', 'header', 'query', 'oauth2'],
    isRequired: false,
    hint: 'Sent to the base address only, and to no other one.',
  },
  settings: object({
    baseUrl: text(
      'Base address',
      'Where addresses that begin with / lead, and where the credential is sent',
      {
        format: 'uri',
        maxLength: 2_000,
      },
    ),
  }),
  tools: [request, readPage, readFeed],
}
