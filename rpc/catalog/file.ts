// A file as steps pass it on: from a tool that makes one (a PDF, an XLSX) to one that takes one (an e-mail, a bucket).
// It travels as base64 inside of JSON, so it is small.
import type { JsonObject, JsonSchema } from '../../domain/json.ts'
import { integer, object, text } from '../tools/schema.ts'
import { invalidArguments, ToolFailure } from '../tools/tool.ts'

/** Most bytes of a file that a tool gives: base64 of them, and the rest of the output, fit into 1 MiB. */
export const maxFileBytes = 768_000

/** Most bytes of a text that an output holds beside the file that it is in. */
const maxTextBytes = 200_000

/** Most characters of base64 in an argument. */
const maxBase64 = 1024 * 1024

/** What a step may give where a file is expected: a file of another step, all that such a step gave, or base64. */
export type FileArgument = string | GivenFile | { readonly file: GivenFile }

interface GivenFile {
  readonly base64: string
  readonly name?: string
  readonly mediaType?: string
}

export interface FileContent {
  readonly bytes: Buffer
  readonly name: string | null
  readonly mediaType: string | null
}

const base64 = text('Base64', 'The bytes of the file in base64', { maxLength: maxBase64 })
const name = text('Name', 'File name with its ending', { maxLength: 255 })
const mediaType = text('Media type', 'For example application/pdf', { maxLength: 255 })
const sizeBytes = integer('Size', 'Number of bytes', { minimum: 0 })

/** A file in an output. */
export function fileOutput(title: string, description: string): JsonSchema {
  const file = object({ name, mediaType, base64, sizeBytes }, ['name', 'mediaType', 'base64', 'sizeBytes'])
  return { ...file, title, description }
}

/** A file in the arguments. */
export function fileArgument(title: string, description: string, extra: JsonSchema = {}): JsonSchema {
  const file = object({ name, mediaType, base64, sizeBytes }, ['base64'])
  const carrier = { type: 'object', properties: { file }, required: ['file'] }
  return { title, description, anyOf: [base64, file, carrier], ...extra }
}

/** @throws {ToolFailure} `too-large` */
export function fileOf(bytes: Uint8Array, fileName: string, type: string): JsonObject {
  if (bytes.length > maxFileBytes) {
    throw new ToolFailure(
      'too-large',
      `${fileName} has ${bytes.length} bytes, a step gives at most ${maxFileBytes}`,
    )
  }
  const written = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
  return { name: fileName, mediaType: type, base64: written, sizeBytes: bytes.length }
}

/** @throws {ToolFailure} `invalid-arguments` when it is not base64 */
export function contentOfFile(file: FileArgument): FileContent {
  const given: GivenFile = typeof file === 'string' ? { base64: file } : 'file' in file ? file.file : file
  const compact = given.base64.replace(/[\r\n\t ]+/g, '')
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(compact)) throw invalidArguments('file: expected base64')
  return {
    bytes: Buffer.from(compact, 'base64'),
    name: given.name ?? null,
    mediaType: given.mediaType ?? null,
  }
}

/** The file as text in UTF-8, for an output that holds the file too; null when it is no text, or too long for that. */
export function textBeside(bytes: Buffer): string | null {
  if (bytes.length > maxTextBytes || bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
