// Converts YAML to values and back. Runs confined.
import { parseAllDocuments, stringify } from 'yaml'
import type { Json } from '../../../domain/json.ts'
import { bounded } from '../../builtin/bounds.ts'
import { ToolFailure } from '../../builtin/tool.ts'

export type YamlTask =
  | { readonly kind: 'parse'; readonly text: string; readonly all: boolean }
  | { readonly kind: 'format'; readonly value: Json }

/** @throws {ToolFailure} `bad-text`, `too-large` */
export default function work(task: YamlTask): Json {
  if (task.kind === 'format') {
    // Many readers know YAML 1.1 only: no, on and 12:30:45 are texts to them when quoted.
    return stringify(task.value, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' })
  }
  const values = documents(task.text)
  if (task.all) return bounded(values)
  if (values.length > 1) {
    throw new ToolFailure('bad-text', `the text holds ${values.length} documents, not one: ask for all`)
  }
  return bounded(values[0] ?? null)
}

function documents(text: string): Json[] {
  const parsed = parseAllDocuments(text, {
    version: '1.2',
    merge: true,
    uniqueKeys: true,
    logLevel: 'silent',
    intAsBigInt: true,
  })
  return (Array.isArray(parsed) ? parsed : []).map(document => {
    const [defect] = document.errors
    if (defect !== undefined)
      throw new ToolFailure('bad-text', `the text is not YAML: ${firstLine(defect.message)}`)
    return jsonOf(document)
  })
}

function jsonOf(document: { toJS(options: { maxAliasCount: number }): unknown }): Json {
  try {
    // Turns dates, sets and other YAML types into JSON.
    return JSON.parse(JSON.stringify(document.toJS({ maxAliasCount: 100 }), withoutBigInts) ?? 'null') as Json
  } catch (cause) {
    throw new ToolFailure('bad-text', `the text is not YAML: ${(cause as Error).message}`, false, { cause })
  }
}

/** As JSON that comes in: a whole number that no JS number holds is a text. */
function withoutBigInts(_: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value)
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]!.replace(/:$/, '')
}
