// What is there: workflows, what one does, tools.

import { agoWords } from '../../../domain/time-words.ts'
import type { Workflow, WorkflowName } from '../../../domain/work/workflow.ts'
import {
  type Command,
  expectedOf,
  inputsOf,
  momentWords,
  type WorkflowRef,
  wordsOfName,
} from '../../../language/commands.ts'
import { findWorkflow } from './finding.ts'
import { itemOf } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { bullets, fenced, outlined, plain, strong, table } from './text/markdown.ts'

const shown = 20

export function listWorkflows(talk: Talk, about: string | null): Said {
  const { workflows, request } = talk
  const bound = workflows.filter(({ id }) => request.workflowId === null || id === request.workflowId)
  const fit = about === null ? bound : aboutIt(bound, about)
  if (workflows.length === 0)
    return say('There is no workflow yet. Say "new workflow: ..." and what it should do.', [
      ['New workflow', 'new workflow'],
      ['Help', 'help'],
    ])
  if (fit.length === 0)
    return say(`No workflow has "${plain(about ?? '', 100)}" in its name.`, [
      ['All workflows', 'list workflows'],
    ])
  const rows = fit
    .slice(0, shown)
    .map(({ name, createdAt }, index) => [`${index + 1}`, plain(name, 100), agoWords(createdAt, request.now)])
  const more =
    fit.length > shown ? `\n\nand ${fit.length - shown} more. Say "find workflows about ..." for fewer.` : ''
  const text = `${fit.length === 1 ? 'One workflow' : `${fit.length} workflows`}:\n\n${table(['', 'workflow', 'made'], rows)}${more}`
  const list = fit.slice(0, shown).map(({ id, name }) => itemOf('workflow', id, name))
  return say(
    text,
    fit.slice(0, 4).map(({ name }) => [`Run ${name}`, `run ${quoted(name)}`] as const),
    { list },
  )
}

/** Those whose names have all of the words, or else some. */
function aboutIt(workflows: readonly WorkflowName[], about: string): readonly WorkflowName[] {
  const wanted = wordsOfName(about).filter(
    word => word.length > 2 && !/^(?:the|its|name|that|which|our)$/.test(word),
  )
  const has = (name: string) => (word: string) =>
    wordsOfName(name).some(each => each.startsWith(word.replace(/s$/, '')))
  const all = workflows.filter(({ name }) => wanted.every(has(name)))
  return all.length > 0 ? all : workflows.filter(({ name }) => wanted.some(has(name)))
}

export async function describe(talk: Talk, command: Extract<Command, { type: 'describe' }>): Promise<Said> {
  const again = (workflow: WorkflowRef): Command => ({ ...command, workflow })
  const found = findWorkflow(talk, command.workflow, again)
  return isSaid(found) ? found : describeIt(talk, await talk.calls.workflow(found.id))
}

function describeIt(talk: Talk, workflow: Workflow): Said {
  const { name, description, status, explanation, prompt, schedule, version, updatedAt } = workflow
  const inputs = inputsOf(workflow.inputsSchema).map(({ name: input, schema, isRequired }) => {
    const about = typeof schema['description'] === 'string' ? `, ${plain(schema['description'], 150)}` : ''
    return `${strong(input)}: ${plain(expectedOf(schema), 150)}${isRequired ? '' : ', may be left out'}${about}`
  })
  const lines = [
    `${strong(name)}${description ? `: ${plain(description, 500)}` : ''}`,
    status === 'ready' ? '' : 'It needs review: it cannot run yet.',
    explanation !== null ? outlined(explanation) : prompt === '' ? '' : fenced(prompt, 'text'),
    inputs.length === 0 ? 'It takes no inputs.' : `It takes:\n\n${bullets(inputs)}`,
    schedule?.next[0] ? `It starts by itself, next at ${momentWords(schedule.next[0])}.` : '',
    `Version ${version}, changed ${agoWords(updatedAt, talk.request.now)}.`,
  ]
  const text = lines.filter(line => line !== '').join('\n\n')
  const next = [
    ['Run it', 'run it'],
    ['Its runs', 'recent runs of it'],
  ] as const
  return { ...say(text, next, { workflowId: workflow.id }), toConfirm: [workflow.id] }
}

export async function listTools(talk: Talk, about: string | null): Promise<Said> {
  const all = await talk.calls.tools()
  const wanted = about === null ? [] : wordsOfName(about)
  const fit = all.filter(({ name, title, description }) => {
    const words = `${name} ${title ?? ''} ${description ?? ''}`.toLowerCase()
    return wanted.every(word => words.includes(word))
  })
  if (fit.length === 0)
    return say(`There is no tool about "${plain(about ?? '', 100)}".`, [['All tools', 'list tools']])
  const rows = fit
    .slice(0, shown)
    .map(({ name, description }) => [plain(name, 80), plain(description ?? '', 120)])
  const more = fit.length > shown ? `\n\nand more. Say "find tools about ..." for fewer.` : ''
  return say(`Tools that workflows can use:\n\n${table(['tool', 'what it does'], rows)}${more}`)
}

/** A name within a message: in quotes, so that none of its words means anything else. */
export function quoted(name: string): string {
  return /["“”\n]/.test(name) ? name : `"${name}"`
}
