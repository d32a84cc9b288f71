// E-mail through any SMTP server: a provider's, or your own.
import { choice, integer, object, text } from '../../builtin/schema.ts'
import type { FirstPartyServer } from '../first-party-server.ts'
import { sendEmail } from './send-email.ts'

export const emailServer: FirstPartyServer = {
  slug: 'email',
  name: 'E-mail',
  description: 'Sends e-mails with text, HTML and attachments by any SMTP server, over TLS or STARTTLS.',
  publisher: 'Troupe',
  version: '1.0.0',
  categories: ['communication', 'email'],
  credential: {
    kinds: ['basic', 'oauth2'],
    isRequired: false,
    hint: 'User name and password of the SMTP server; an app password where the provider has them.',
  },
  settings: object(
    {
      host: text('Host', 'Host name of the SMTP server', { minLength: 1, maxLength: 253 }),
      port: integer('Port', '465 for tls, 587 for starttls, 25 for none when absent', {
        minimum: 1,
        maximum: 65_535,
      }),
      security: choice(
        'Security',
        'tls: encrypted from the start; starttls: encrypted before anything is said; none: never, and no password',
        { tls: [], starttls: [], none: [] },
        { default: 'starttls' },
      ),
      from: text('From', 'Address that the e-mails come from', { format: 'email', maxLength: 254 }),
      fromName: text('From name', 'Name beside that address', { maxLength: 100 }),
      ca: text('Certificate authority', 'Certificate in PEM that is trusted beside the usual ones', {
        maxLength: 20_000,
      }),
    },
    ['host', 'from'],
  ),
  tools: [sendEmail],
}
