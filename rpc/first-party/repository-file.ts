// A file of a repository (GitHub, GitLab) as an output: as text if it is UTF-8, and as a file to pass on.
import type { Json } from '../../domain/json.ts'
import { object } from '../builtin/schema.ts'
import { fileOf, fileOutput, textBeside } from './file.ts'
import { nullableText } from './foreign.ts'

export const repositoryFile = object(
  {
    file: fileOutput('File', 'The file'),
    text: nullableText('Text', 'Its text; null when it is no text, or longer than 200,000 bytes'),
    sha: nullableText('SHA', 'Id of the contents'),
  },
  ['file', 'text', 'sha'],
)

/** @throws {ToolFailure} `too-large` */
export function repositoryFileOf(bytes: Buffer, name: string, sha: string | null): Json {
  const text = textBeside(bytes)
  const mediaType = text === null ? 'application/octet-stream' : 'text/plain; charset=utf-8'
  return { file: fileOf(bytes, name, mediaType), text, sha }
}
