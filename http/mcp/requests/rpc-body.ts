// From the text of a request body of /rpc to a JSON value, for the lanes. Arguments keep their digits, as in
// every body. An id is answered as it came, so one that would become a text is refused.
import { Failure } from '../../../domain/failure.ts'
import { isObject } from '../../../domain/json.ts'
import { isLongNumeral } from '../../../domain/numerals.ts'
import { depthLimit, parseJson } from '../../pipeline/body/body.ts'

/**
 * Arguments may nest as deep as a body (http/pipeline/body/body.ts). Batch, request, params and arguments are
 * four levels around them.
 */
const rpcDepth = depthLimit + 4

/** @throws {Failure} invalid-json */
export function parseRpcBody(text: string): unknown {
  const value = parseJson(text, rpcDepth)
  const messages = [value].flat()
  if (messages.some(message => isObject(message) && isLongNumeral(message['id']))) refuseLongIds(text)
  return value
}

/** An id that is a text of digits is fine. */
function refuseLongIds(text: string): void {
  const messages = [JSON.parse(text) as unknown].flat()
  if (messages.some(message => isObject(message) && isLong(message['id'])))
    throw new Failure('invalid-json', 'an id is a text, or a number up to 2^53 - 1')
}

function isLong(id: unknown): boolean {
  return typeof id === 'number' && Number.isInteger(id) && !Number.isSafeInteger(id)
}
