// What language/thinking/thinking.ts does in threads, done at once in this thread.
import { compile } from '../../domain/compiler/compiler.ts'
import { compileSchema } from '../../domain/schema/schema-check.ts'
import { documentOf, findIn } from '../../domain/tools/marketplace/marketplace-search.ts'
import { toolSearch } from '../../domain/tools/search/tool-search.ts'
import { confirmation } from '../../language/confirmation/confirmation.ts'
import { outline } from '../../language/planner/explain/explain.ts'
import { judgeAnswer } from '../../language/planning/judged-answer.ts'
import type { Thinking } from '../../language/thinking/thinking.ts'

export const thinkingHere: Pick<
  Thinking,
  'browse' | 'check' | 'compile' | 'confirm' | 'judge' | 'outline' | 'search'
> = {
  compile: async (_asker, plan, context) => compile(plan, context),
  judge: async (_asker, tools, { said, asked, context }) => judgeAnswer(said, asked, { ...context, tools }),
  outline: async (_asker, tools, { plan, beginnings }) => outline(plan, tools, beginnings),
  confirm: async (_asker, tools, confirming) => confirmation({ ...confirming, tools }),
  check: async (_asker, schema, value) => compileSchema(schema)(value),
  search: async (_asker, tools, words) =>
    toolSearch(tools)
      .matching(words)
      .map(({ tool }) => tools.indexOf(tool)),
  browse: async (_asker, entries, words) => findIn(entries.map(documentOf), words),
}
