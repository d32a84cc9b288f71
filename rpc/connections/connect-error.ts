// Why a connection to a tool server could not be made. The message is for the person who wants it: one
// sentence without a secret. http/tool-servers/connecting.ts turns it into a failure, or into the reason in
// the dashboard's URL.
export type ConnectRefusal = 'unreachable' | 'unsupported' | 'refused' | 'failed'

export class ConnectError extends Error {
  readonly reason: ConnectRefusal

  constructor(reason: ConnectRefusal, message: string, cause?: unknown) {
    super(message, { cause })
    this.name = 'ConnectError'
    this.reason = reason
  }
}

/** A word of a stranger, for a message. */
export function shownWord(text: unknown, maxLength = 100): string {
  return String(text)
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, maxLength)
}
