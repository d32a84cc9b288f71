// The longest expression. A file of its own, so that the plan language (domain/plan/plan.ts) and the parser
// share it.

/** Characters. */
export const maxExpressionLength = 4_000
