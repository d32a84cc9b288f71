// Converts the arguments of a prompt, which are strings, to the inputs of a workflow, which have a schema. An
// argument for anything but a string is parsed as JSON.

import { isObject, type Json, type JsonObject, type JsonSchema } from '../../domain/json.ts'
import { readJson } from '../../domain/numerals.ts'
import { own } from '../../domain/own.ts'
import { defectUnder } from '../../domain/schema/schema-check.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'

/**
 * @param check holds the inputs against the schema
 * @throws {RpcError} invalid params: names the argument that is missing or does not fit
 */
export async function inputsFrom(
  schema: JsonSchema,
  args: Readonly<Record<string, string>>,
  check: (schema: JsonSchema, inputs: JsonObject) => Promise<string | null>,
): Promise<JsonObject> {
  const properties = isObject(schema['properties']) ? schema['properties'] : {}
  const inputs = Object.fromEntries(
    Object.entries(args).map(([name, text]) => [name, inputFrom(own<unknown>(properties, name), text)]),
  )
  const defect = await check(schema, inputs)
  if (defect !== null)
    throw new RpcError(rpcCodes.invalidParams, `params.${defectUnder('arguments', defect)}`)
  return inputs
}

function inputFrom(schema: unknown, text: string): Json {
  if (!isObject(schema) || schema['type'] === 'string') return text
  try {
    return readJson(text)
  } catch {
    // The check against the schema reports it.
    return text
  }
}
