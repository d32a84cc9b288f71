// The table of functions of expressions; documentation and completion read it, domain/expression/calls.ts
// calls them. Each can be written `f(x, y)` or `x.f(y)`. All are pure and bounded, and no regular
// expression can run away (`matches` is RE2).
import { dateFunctions } from './library/date-functions.ts'
import type { FunctionTable } from './library/define.ts'
import { listFunctions } from './library/list-functions.ts'
import { recordFunctions } from './library/record-functions.ts'
import { textFunctions } from './library/text-functions.ts'
import { valueFunctions } from './library/value-functions.ts'

export type { ExpressionFunction } from './library/define.ts'

export const functions: FunctionTable = {
  ...textFunctions,
  ...listFunctions,
  ...recordFunctions,
  ...valueFunctions,
  ...dateFunctions,
}
