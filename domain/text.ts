// A zod schema for text that a person wrote, in requests.
import { z } from 'zod'

/** Refuses NUL and lone surrogates; lengths are in code points. */
export function text(minLength: number, maxLength: number) {
  return z
    .string()
    .min(minLength)
    .max(maxLength)
    .refine(
      value => value.isWellFormed() && !value.includes('\u0000'),
      'expected well-formed text without NUL',
    )
}
