import { availableParallelism } from 'node:os'

/** Groups that run at once: one more than processors, as some always wait. */
export const parallelism = availableParallelism() + 1
