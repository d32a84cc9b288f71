// A zod schema for text that a person wrote, in requests.
import { z } from 'zod'

/** Refuses NUL and lone surrogates; lengths are in UTF-16 units. */
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

/** A name by which people find a thing again: something of it can be seen. */
export function nameText(maxLength: number) {
  return text(1, maxLength).refine(value => visible.test(value), 'expected a name that can be seen')
}

/** No blank, control or mark, and none of the letters that are drawn as nothing. */
const visible = /[^\s\p{C}\p{M}\u115f\u1160\u2800\u3164\uffa0]/u
