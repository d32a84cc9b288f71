// email__send_email
import { flag, list, object, text } from '../../builtin/schema.ts'
import { fileArgument } from '../file.ts'
import { firstPartyTool } from '../first-party-tool.ts'
import { type EmailArguments, emailOf } from './email.ts'
import { deliver } from './smtp.ts'

const several = 'one address or several, "Ada <ada@example.com>" or ada@example.com'
const addresses = (title: string, words: readonly string[]) => ({
  type: ['string', 'array'],
  items: text('Address', 'E-mail address', { maxLength: 500 }),
  title,
  description: `To whom: ${several}`,
  maxLength: 10_000,
  maxItems: 100,
  'x-words': words,
})

export const sendEmail = firstPartyTool<EmailArguments>({
  name: 'send_email',
  title: 'Send an e-mail',
  description:
    'Sends an e-mail as text, HTML or both, with attachments. Every attempt of a step has the same Message-ID, by which ' +
    'mail servers and clients tell a message that they have already.',
  effect: 'write',
  keywords: ['send', 'email', 'e-mail', 'mail', 'notify', 'write to', 'message', 'smtp', 'attachment'],
  inputSchema: object(
    {
      to: addresses('Recipient', ['to']),
      subject: text('Subject', 'One line', { maxLength: 500, 'x-words': ['subject', 'titled', 'about'] }),
      text: text('Text', 'The message as plain text', {
        maxLength: 1_000_000,
        'x-words': ['saying', 'text', 'body', 'with', 'that says'],
        'x-object': true,
      }),
      html: text('HTML', 'The message as HTML, instead of or beside the text', {
        maxLength: 1_000_000,
        'x-words': ['html'],
      }),
      cc: addresses('Copy', ['cc', 'copy to']),
      bcc: addresses('Blind copy', ['bcc']),
      replyTo: text('Reply to', 'Address that answers go to', { maxLength: 500, 'x-words': ['reply to'] }),
      attachments: list('Attachments', 'Files, such as those that other steps give; or one of them', {
        type: ['array', 'object'],
        anyOf: [{ type: 'array' }, fileArgument('File', 'A file with its name')],
        items: fileArgument('File', 'A file with its name'),
        maxItems: 20,
        'x-words': ['attachment', 'attaching', 'attached'],
      }),
      inReplyTo: text('In reply to', 'Message-ID of the e-mail that this one answers', {
        pattern: '^<[^<>\\s]{3,500}>$',
      }),
    },
    ['to', 'subject'],
  ),
  outputSchema: object(
    {
      messageId: text('Message-ID', 'With its angle brackets'),
      accepted: list('Accepted', 'Addresses that the server took', { items: text('Address', 'Address') }),
      rejected: list('Rejected', 'Addresses that it refused, while it took others', {
        items: text('Address', 'Address'),
      }),
      sent: flag('Sent', 'The server took the e-mail'),
    },
    ['messageId', 'accepted', 'rejected', 'sent'],
  ),
  examples: [
    {
      prompt: 'Send an e-mail to ada@example.com with subject "Report" saying {{steps.summary}}',
      args: { to: 'ada@example.com', subject: 'Report', text: '12 orders' },
    },
    {
      prompt:
        'Email {{inputs.customers}} about "Your invoice" saying "Please find it attached" attaching {{steps.pdf}}',
      args: {
        to: ['Ada <ada@example.com>', 'bob@example.com'],
        subject: 'Your invoice',
        text: 'Please find it attached',
        attachments: [{ name: 'invoice.pdf', mediaType: 'application/pdf', base64: 'JVBERg==' }],
      },
    },
  ],
  run: (args, context) => deliver(emailOf(args, context), context),
})
