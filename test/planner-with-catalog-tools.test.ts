// The planner against the marketplace: every example of every catalog tool, with the server installed alone
// and with all of them installed.
import { test } from 'tap'
import type { Step } from '../domain/plan/plan.ts'
import type { HubTool, ToolDefinition } from '../domain/tools/tool.ts'
import { plan } from '../language/planner/planner.ts'
import { builtinTools } from '../rpc/builtin/builtin-tools.ts'
import { firstPartyServers } from '../rpc/first-party/first-party.ts'

const builtins = builtinTools.map(tool => offered(tool, null))
const ofServers = new Map(
  firstPartyServers.map(({ slug, tools }) => [slug, tools.map(tool => offered(tool, slug))] as const),
)
const everything = [...builtins, ...[...ofServers.values()].flat()]

for (const [slug, tools] of ofServers) {
  test(`every example of ${slug} is planned as its tool with arguments that the example names`, async t => {
    for (const catalog of [[...builtins, ...tools], everything]) {
      for (const tool of tools)
        for (const { prompt, args } of tool.examples) {
          // What the examples take from earlier steps comes from the inputs here: alone, an example has no
          // earlier steps.
          const { plan: made, diagnostics } = plan(prompt.replaceAll('{{steps.', '{{inputs.'), catalog)
          t.same(
            diagnostics.filter(({ severity }) => severity === 'error'),
            [],
            prompt,
          )
          t.match(made.steps, [{ kind: 'tool', server: slug, tool: tool.name }], prompt)
          // What is got is what the workflow gives.
          t.match(made.steps.slice(1), made.steps.length === 1 ? [] : [{ kind: 'return' }], prompt)
          t.ok(made.steps.length <= 2, prompt)
          const given = Object.keys((made.steps[0] as Extract<Step, { kind: 'tool' }>).args)
          t.same(
            given.filter(name => !Object.hasOwn(args, name)),
            [],
            prompt,
          )
        }
    }
  })
}

function offered(tool: ToolDefinition & { run?: unknown }, server: string | null): HubTool {
  const { run: _, ...definition } = tool
  return { ...definition, server }
}
