// The number of a version in a path.
import { z } from 'zod'

export const versionNumber = z.coerce
  .number()
  .int()
  .positive()
  .max(2 ** 31 - 1)
