// The door for whoever reads or writes plans in the notation.
export { withNotation } from './notation/notation-of.ts'
export { saidNotation } from './planning/said-notation.ts'
