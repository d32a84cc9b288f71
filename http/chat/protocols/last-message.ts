// Reads one message of a history that a client sends, mostly the last, and nothing else of it.
import { z } from 'zod'
import { chatBounds } from '../../../domain/chat/chat.ts'
import { Failure } from '../../../domain/failure.ts'
import { validate } from '../../pipeline/validation.ts'

/** A message as its protocol has it. */
export const AnyMessage = z.record(z.string(), z.unknown())

export interface ReadMessage<T> {
  /** Such as `messages.3`, for what is said about it. */
  readonly path: string
  readonly message: T
}

/** @param index default: the last. @throws {Failure} validation-failed */
export function messageAt<T>(
  messages: readonly unknown[],
  schema: z.ZodType<T>,
  index = messages.length - 1,
): ReadMessage<T> {
  const path = `messages.${index}`
  return { path, message: valueAt(path, schema, messages[index]) }
}

/** A value of the body by its schema. @param path where it stands, for what is said about it */
export function valueAt<T>(path: string, schema: z.ZodType<T>, value: unknown): T {
  const names = path.split('.')
  const whole = names.reduceRight<z.ZodType>((inner, name) => z.object({ [name]: inner }), schema)
  const body = names.reduceRight((inner: unknown, name) => ({ [name]: inner }), value)
  const read: unknown = validate(whole, body, 'body')
  return names.reduce((found, name) => (found as Record<string, unknown>)[name], read) as T
}

/** @throws {Failure} validation-failed: it says nothing, or too much */
export function saidText(path: string, text: string): string {
  if (text.trim() === '') throw invalid(path, 'expected a message with something in it')
  const { messageLength } = chatBounds
  if (text.length > messageLength) throw invalid(path, `expected at most ${messageLength} characters`)
  return text
}

export function invalid(path: string, said: string): Failure {
  return new Failure('validation-failed', `${path}: ${said}`)
}
