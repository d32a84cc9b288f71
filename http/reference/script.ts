// Scalar's program as one file, from its npm package. Read and compressed once, when it is first asked for, on the
// threads of zlib: the event loop goes on.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip' | 'identity'

export interface Script {
  /** Hash of its content. */
  readonly tag: string
  /** The program in the best form that the client takes. @param accepted its `Accept-Encoding` */
  in(accepted: string): Promise<{ encoding: Encoding; bytes: Uint8Array }>
}

/** Where the package keeps it: the package exports its modules, not this. */
const location = new URL('./browser/standalone.js', import.meta.resolve('@scalar/api-reference'))

/** 5: a second for the 4 MB, and 7 % more bytes than the best that takes ten. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compress = {
  br: (bytes: Uint8Array): Promise<Uint8Array> => promisify(brotliCompress)(bytes, quality),
  gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes),
  identity: async (bytes: Uint8Array) => bytes,
}

/** @throws {Error} the package is not installed */
export async function loadScript(from: URL = location): Promise<Script> {
  // Its last line leads to a map that is not served.
  const text = (await readFile(from, 'utf8')).replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n')
  const bytes = Buffer.from(text)
  const made = new Map<Encoding, Promise<Uint8Array>>()
  return {
    tag: createHash('sha256').update(bytes).digest('hex').slice(0, 16),
    async in(accepted) {
      const encoding = bestEncoding(accepted)
      const form = made.get(encoding) ?? compress[encoding](bytes)
      made.set(encoding, form)
      return { encoding, bytes: await form }
    },
  }
}

/** RFC 9110, 12.5.3, as far as browsers go: a name that is listed and not refused by `q=0`. */
export function bestEncoding(accepted: string): Encoding {
  const takes = (name: string) =>
    new RegExp(`(^|,)\\s*${name}\\s*(;\\s*q=(?!0(\\.0*)?\\s*(,|$))|,|$)`, 'i').test(accepted)
  if (takes('br')) return 'br'
  return takes('gzip') ? 'gzip' : 'identity'
}
