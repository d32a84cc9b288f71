// Builds paths of REST APIs from values. A value stays one segment: whatever a step passes, it cannot end the
// path or climb out of it.
import { invalidArguments } from '../builtin/tool.ts'

/**
 * A tagged template: restPath`/repos/${owner}/${name}/issues/${number}`.
 * @throws {ToolFailure} `invalid-arguments` for a value that is empty, `.` or `..`
 */
export function restPath(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => `${path}${segment(String(values[index - 1]))}${part}`)
}

/** A path of several segments, `docs/guide.md`: encodes each segment, and keeps the slashes between them. */
export function restPathOf(path: string): string {
  return path.replace(/^\/+/, '').split('/').map(segment).join('/')
}

function segment(value: string): string {
  // URL parsers read these as steps in the path, percent-encoded too.
  if (value === '' || value === '.' || value === '..') {
    throw invalidArguments(`expected a name for a part of the path, received ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(value.toWellFormed())
}
