// Files that are served from memory: the API reference today, the dashboard and the chat to come. Read once,
// served by answer.ts.
// 1. A request finds a file in this map and never on a disk: no path leads out of it.
// 2. A compressed form comes with the files, or is made at its first request, on the threads of zlib.
// 3. Each form has its own tag, made of its content.
import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Encoding } from './accepted.ts'
import { contentTypeOf, isCompressible } from './content-types.ts'

export interface FileSource {
  /** Its path inside the set, with slashes: `assets/app-3f2a9c1d.js`. */
  readonly name: string
  readonly bytes: Uint8Array
  /** Compressed forms that the build has made. */
  readonly br?: Uint8Array
  readonly gzip?: Uint8Array
  /** Its address contains a hash of its content, so the content of an address never changes. */
  readonly isHashed?: boolean
  /** Content-Security-Policy of a page, default `strictPolicy`. */
  readonly policy?: string
}

export interface StaticFile {
  readonly name: string
  readonly contentType: string
  /** Headers of every answer with this file, in any form. */
  readonly headers: Readonly<Record<string, string>>
  /** Tag of the plain form; others add their encoding. */
  readonly tag: string
  readonly isCompressible: boolean
  form(encoding: Encoding): Promise<Uint8Array>
}

export type FileSet = ReadonlyMap<string, StaticFile>

/** The policy of a page that sets none: everything from this origin, nothing from another, nothing inline. */
export const strictPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Below this size the headers cost more than compression saves. */
const smallestCompressedBytes = 1_024
/** 5 takes a second for 4 MB; the best level takes ten and saves 7 % more. */
const quality = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const compress = {
  br: (bytes: Uint8Array): Promise<Uint8Array> => promisify(brotliCompress)(bytes, quality),
  gzip: (bytes: Uint8Array): Promise<Uint8Array> => promisify(gzip)(bytes),
}

/** @throws {TypeError} two files of one name */
export function createFileSet(sources: readonly FileSource[]): FileSet {
  const files = new Map<string, StaticFile>()
  for (const source of sources) {
    if (files.has(source.name)) throw new TypeError(`two files are named ${source.name}`)
    files.set(source.name, createFile(source))
  }
  return files
}

/** A hash of the content of a file. */
export function contentHash(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

function createFile(source: FileSource): StaticFile {
  const { name, bytes } = source
  const contentType = contentTypeOf(name)
  const hasForms = isCompressible(contentType) && bytes.length >= smallestCompressedBytes
  const forms = new Map<Encoding, Promise<Uint8Array>>()
  if (source.br !== undefined) forms.set('br', Promise.resolve(source.br))
  if (source.gzip !== undefined) forms.set('gzip', Promise.resolve(source.gzip))
  return {
    name,
    contentType,
    headers: {
      'Cache-Control': source.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      ...(contentType.startsWith('text/html') && pageHeaders(source.policy ?? strictPolicy)),
    },
    tag: contentHash(bytes),
    isCompressible: hasForms,
    async form(encoding) {
      if (encoding === 'identity' || !hasForms) return bytes
      const made = forms.get(encoding) ?? compress[encoding](bytes)
      forms.set(encoding, made)
      made.catch(() => forms.delete(encoding))
      return made
    },
  }
}

function pageHeaders(policy: string): Record<string, string> {
  return {
    'Content-Security-Policy': policy,
    'Referrer-Policy': 'no-referrer',
    ...(policy.includes("frame-ancestors 'none'") && { 'X-Frame-Options': 'DENY' }),
  }
}
