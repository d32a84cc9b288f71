// Builds an e-mail from the arguments of a step. Nothing in them can add a header: addresses are parsed and
// written anew, one-line texts hold no control characters, and the library encodes the rest.
import { createHash } from 'node:crypto'
import type { SendMailOptions } from 'nodemailer'
import addressparser from 'nodemailer/lib/addressparser'
import { invalidArguments, ToolFailure } from '../../builtin/tool.ts'
import { contentOfFile, type FileArgument } from '../file.ts'
import type { FirstPartyContext } from '../first-party-server.ts'

export interface EmailArguments {
  readonly to: string | readonly string[]
  readonly subject: string
  readonly text?: string
  readonly html?: string
  readonly cc?: string | readonly string[]
  readonly bcc?: string | readonly string[]
  readonly replyTo?: string
  readonly attachments?: FileArgument | readonly FileArgument[]
  readonly inReplyTo?: string
}

interface Address {
  readonly name: string
  readonly address: string
}

const maxRecipients = 100
/** Most servers accept 10 MB or more; base64 adds a third. */
const maxAttachedBytes = 6 * 1024 * 1024

/** @throws {ToolFailure} `invalid-arguments` or `too-large` */
export function emailOf(
  args: EmailArguments,
  { settings, idempotencyKey }: FirstPartyContext,
): SendMailOptions {
  if (args.text === undefined && args.html === undefined)
    throw invalidArguments('expected text, html or both')
  const from = String(settings['from'])
  const [to, cc, bcc] = [addresses('to', args.to), addresses('cc', args.cc), addresses('bcc', args.bcc)]
  if (to.length === 0) throw invalidArguments('to: expected an e-mail address')
  const count = to.length + cc.length + bcc.length
  if (count > maxRecipients)
    throw invalidArguments(`expected at most ${maxRecipients} recipients, received ${count}`)
  return {
    from: { name: oneLine('fromName', String(settings['fromName'] ?? '')), address: from },
    ...{ to, cc, bcc },
    replyTo: addresses('replyTo', args.replyTo),
    subject: oneLine('subject', args.subject),
    ...(args.text === undefined ? {} : { text: args.text }),
    ...(args.html === undefined ? {} : { html: args.html }),
    attachments: attachments([args.attachments ?? []].flat()),
    ...(args.inReplyTo === undefined ? {} : { inReplyTo: args.inReplyTo, references: args.inReplyTo }),
    messageId: messageId(idempotencyKey, from),
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

/** The same at every attempt of a step. */
function messageId(idempotencyKey: string, from: string): string {
  const hash = createHash('sha256').update(idempotencyKey).digest('hex').slice(0, 40)
  return `<${hash}@${from.slice(from.lastIndexOf('@') + 1)}>`
}

function addresses(field: string, given: string | readonly string[] | undefined): Address[] {
  const texts = given === undefined ? [] : typeof given === 'string' ? [given] : given
  return texts
    .flatMap(text => addressparser(oneLine(field, text), { flatten: true }))
    .map(found => {
      const { name, address } = found as Address
      if (!/^[^\s@<>()[\],;:\\"]{1,64}@[^\s@<>()[\],;:\\"]{1,253}$/.test(address)) {
        const shown = JSON.stringify((address || name).slice(0, 100))
        throw invalidArguments(`${field}: expected an e-mail address, received ${shown}`)
      }
      return { name, address }
    })
}

function oneLine(field: string, text: string): string {
  if (/[\u0000-\u001f\u007f\u2028\u2029]/.test(text))
    throw invalidArguments(`${field}: expected one line of text`)
  return text
}

function attachments(files: readonly FileArgument[]): NonNullable<SendMailOptions['attachments']> {
  let total = 0
  return files.map((file, index) => {
    const { bytes, name, mediaType } = contentOfFile(file)
    total += bytes.length
    if (total > maxAttachedBytes) {
      throw new ToolFailure('too-large', `the attachments have more than ${maxAttachedBytes} bytes`)
    }
    const type = oneLine('attachments', mediaType ?? 'application/octet-stream')
    return {
      filename: oneLine('attachments', name ?? `attachment-${index + 1}`),
      content: bytes,
      contentType: /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/.test(type) ? type : 'application/octet-stream',
    }
  })
}
