// A file as steps pass it on, from a tool that makes it (a PDF, an XLSX) to one that takes it (an e-mail, a
// bucket). It travels as base64 inside JSON, so it is small.
import type { JsonObject, JsonSchema } from '../../domain/json.ts'
import { integer, object, text } from '../builtin/schema.ts'
import { invalidArguments, ToolFailure } from '../builtin/tool.ts'

/** Largest file in an output: its base64 and the rest of the output fit into 1 MiB. */
export const maxFileBytes = 768_000

/** Largest text that an output holds beside its file. */
const maxTextBytes = 200_000

/** Most characters of base64 in an argument. */
const maxBase64 = 1024 * 1024

/**
 * What a step may pass where a file is expected: a file of another step, the whole output of that step, or
 * base64.
 */
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

/** @throws {ToolFailure} `invalid-arguments`: not base64 */
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

/** The file as UTF-8 text, for an output that holds the file too; null when it is not text, or too long. */
export function textBeside(bytes: Buffer): string | null {
  if (bytes.length > maxTextBytes || bytes.includes(0)) return null
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
