// Text in requests.
import { z } from 'zod'

/** Text that a person wrote: no NUL, no lone surrogate, length in code points. */
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
