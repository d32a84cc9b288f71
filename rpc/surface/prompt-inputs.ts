// Arguments of a prompt are texts; inputs of a workflow are what its schema says. What is no text is read as JSON.
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { compileSchema, defectUnder } from '../../domain/schema-check.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'

/** @throws {RpcError} invalid params: an argument that does not fit, or is missing; names it */
export function inputsFrom(schema: JsonSchema, args: Readonly<Record<string, string>>): JsonObject {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const inputs = Object.fromEntries(
    Object.entries(args).map(([name, text]) => [name, inputFrom(properties[name], text)]),
  )
  const defect = compileSchema(schema)(inputs)
  if (defect !== null)
    throw new RpcError(rpcCodes.invalidParams, `params.${defectUnder('arguments', defect)}`)
  return inputs
}

function inputFrom(schema: unknown, text: string): Json {
  if (!isObject(schema) || schema['type'] === 'string') return text
  try {
    return JSON.parse(text) as Json
  } catch {
    // The check of the whole says what was expected.
    return text
  }
}
