// Paths of REST interfaces with values in them. A value is one segment and stays one: it can neither end the path nor
// climb out of it, whatever a step puts there.
import { invalidArguments } from '../tools/tool.ts'

/**
 * A tagged template: restPath`/repos/${owner}/${name}/issues/${number}`.
 * @throws {ToolFailure} `invalid-arguments` for a value that is empty, `.` or `..`
 */
export function restPath(parts: TemplateStringsArray, ...values: readonly (string | number)[]): string {
  return parts.reduce((path, part, index) => `${path}${segment(String(values[index - 1]))}${part}`)
}

/** A path of several segments, `docs/guide.md`: each is encoded, the slashes between them stay. */
export function restPathOf(path: string): string {
  return path.replace(/^\/+/, '').split('/').map(segment).join('/')
}

function segment(value: string): string {
  // A URL parser takes these for steps through the path, percent-encoded too.
  if (value === '' || value === '.' || value === '..') {
    throw invalidArguments(`expected a name for a part of the path, received ${JSON.stringify(value)}`)
  }
  return encodeURIComponent(value.toWellFormed())
}
