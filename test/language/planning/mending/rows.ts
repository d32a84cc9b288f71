// One row for each rule of mending: what weak models write, and the plan that it says.
import { args } from './rows/arguments.ts'
import { blocks } from './rows/blocks.ts'
import { keys } from './rows/keys.ts'
import { kinds } from './rows/kinds.ts'
import { names } from './rows/names.ts'
import { plans } from './rows/plans.ts'
import { values } from './rows/values.ts'
import type { Row } from './shop.ts'

export const rows: readonly Row[] = [...kinds, ...names, ...keys, ...blocks, ...plans, ...args, ...values]
