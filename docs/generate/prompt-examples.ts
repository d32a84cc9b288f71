// docs/reference/prompt-examples.md: prompts as people wrote them, by what they want to say.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { code, page, table } from './markdown.ts'

interface Example {
  readonly slug: string
  readonly prompt: string
}
interface Section {
  readonly title: string
  readonly examples: readonly Example[]
}

const sections: readonly Section[] = JSON.parse(
  readFileSync(join(import.meta.dirname, 'prompt-examples.json'), 'utf8'),
)

export function promptExamplesPage(): string {
  return page(
    'Prompts by example',
    'docs/generate/prompt-examples.json',
    `Sentences that Troupe plans, as different people wrote them. None of the writers knew how Troupe reads. The tools are those of a small clinic, of a
project office and of an online shop; yours work in the same way, by the names and descriptions that they have. Each line is a whole prompt, and a test
that runs what it becomes. [Write prompts](../guides/prompts.md) explains the language.`,
    ...sections
      .filter(({ examples }) => examples.length > 0)
      .map(({ title, examples }) => `## ${title}\n\n${table(['tools of', 'prompt'], examples.map(rowOf))}`),
  )
}

function rowOf({ slug, prompt }: Example): string[] {
  return [slug, code(prompt.replace(/\s*\n\s*/g, ' / '))]
}
