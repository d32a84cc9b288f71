// What rpc/thinking/thinking.ts does in threads, done at once in this thread.
import { compile } from '../../domain/compiler/compiler.ts'
import { compileSchema } from '../../domain/schema/schema-check.ts'
import type { Thinking } from '../../rpc/thinking/thinking.ts'

export const thinkingHere: Pick<Thinking, 'compile' | 'check'> = {
  compile: async (_asker, plan, context) => compile(plan, context),
  check: async (_asker, schema, value) => compileSchema(schema)(value),
}
