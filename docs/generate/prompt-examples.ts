// docs/reference/prompt-examples.md: prompts as people wrote them, by what they want to say, each with its
// plan in the notation.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plan } from '../../domain/plan/plan.ts'
import { write } from '../../language/notation/write.ts'
import { code, fence, page } from './markdown.ts'

interface Example {
  readonly slug: string
  readonly prompt: string
}
interface Planned {
  readonly prompt: string
  readonly plan: Plan
}
interface Section {
  readonly title: string
  readonly examples: readonly Example[]
}

const frozen = join(import.meta.dirname, '../../test/documented/sentences/prompt-examples.json')
/** By the prompt: what it is held to (test/documented/documented.test.ts). */
const plans = new Map(
  (JSON.parse(readFileSync(frozen, 'utf8')) as readonly Planned[]).map(({ prompt, plan }) => [prompt, plan]),
)

const sections: readonly Section[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'prompt-examples.json'), 'utf8'),
)

export function promptExamplesPage(): string {
  return page(
    'Prompts by example',
    'docs/generate/prompt-examples.json',
    `Sentences that Troupe plans, as different people wrote them. None of the writers knew how Troupe reads. The tools are those of a small clinic, of a
project office and of an online shop; yours work in the same way, by the names and descriptions that they have. Each line is a whole prompt, and a test
that runs what it becomes: below it, in [the notation](../guides/notation.md). [Write prompts](../guides/prompts.md) explains the language.`,
    ...sections
      .filter(({ examples }) => examples.length > 0)
      .map(({ title, examples }) => `## ${title}\n\n${examples.map(shown).join('\n\n')}`),
  )
}

function shown({ prompt }: Example): string {
  const plan = plans.get(prompt)
  const said = `- ${code(prompt.replace(/\s*\n\s*/g, ' / '))}`
  if (plan === undefined) return said
  // As text: the tools are of the tests.
  return `${said}\n\n${indented(fence('text', write(plan)))}`
}

function indented(text: string): string {
  return text.replaceAll(/^(?=.)/gm, '  ')
}
