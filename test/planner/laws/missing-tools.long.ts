// What a plan may not come to where the tool is not there: the example of each tool, without that tool, is
// refused, or read by another one that says the same verb and the same thing. Never is something else done,
// and never nothing. Pure tools are left out: an expression or a built-in sibling may well compute the same.
import { test } from 'tap'
import { alone, builtins, everything, servers } from './catalog.ts'
import { ready, stepsOf } from './given.ts'
import { calledBy, saysTheSame } from './says.ts'

const doing = everything.filter(({ effect }) => effect !== 'pure')

/** Each server alone with what is built in. */
const alones = servers.map(({ slug, tools }) => [slug, [...builtins, ...tools]] as const)

test('without its tool, an example is refused or read by another that says the same', async t => {
  for (const tool of doing)
    for (const { prompt: shown } of tool.examples) {
      const prompt = alone(shown)
      const installed = [
        everything.filter(each => each !== tool),
        everything.filter(each => each !== tool && [null, tool.server].includes(each.server)),
        // A built-in tool is always there: without it, everything is tried at once.
        ...(tool.server === null
          ? []
          : [builtins, ...alones.filter(([slug]) => slug !== tool.server).map(([, tools]) => tools)]),
      ]
      for (const tools of installed) {
        const made = ready(prompt, tools)
        if (made === null) continue
        const called = calledBy(stepsOf(made), tools)
        const told = `${prompt}: ${JSON.stringify(made.steps.map(({ span: _, title: __, ...step }) => step))}`
        t.ok(called.length > 0, told)
        t.ok(
          called.every(each => saysTheSame(each, prompt)),
          told,
        )
      }
    }
})
