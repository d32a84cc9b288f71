// Decodes bodies of servers that compress although we do not ask for it. The limit counts decoded bytes, so a
// small answer cannot unfold into a large one. Called by outbound.ts.

import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, zstdDecompress } from 'node:zlib'
import { own } from '../../domain/own.ts'
import { OutboundError } from './outbound-error.ts'

const decoders = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
  zstd: promisify(zstdDecompress),
} as Record<string, (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>>

/**
 * @param encoding the value of Content-Encoding; lists of encodings are not supported
 * @throws {OutboundError} `too-large`, or `bad-answer` when it does not decode
 */
export async function decodeBody(
  body: Buffer,
  encoding: string,
  host: string,
  maxBytes: number,
): Promise<Buffer> {
  const decoder = own(decoders, encoding)
  if (decoder === undefined) {
    throw new OutboundError('bad-answer', host, `${host} answered in the encoding ${encoding.slice(0, 50)}`)
  }
  try {
    return await decoder(body, { maxOutputLength: maxBytes })
  } catch (cause) {
    const isTooLarge = (cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
    throw isTooLarge
      ? new OutboundError('too-large', host, `${host} answered with more than ${maxBytes} bytes`, { cause })
      : new OutboundError('bad-answer', host, `${host} answered in ${encoding} that does not decode`, {
          cause,
        })
  }
}
