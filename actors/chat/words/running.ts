// Runs: a workflow with its inputs, missing ones asked for one by one; again; retry.
// 1. A run starts only when all required inputs are there and fit, and every word has found its place.

import type { Json, JsonObject } from '../../../domain/json.ts'
import { type Execution, isTerminal } from '../../../domain/work/execution.ts'
import type { Workflow } from '../../../domain/work/workflow.ts'
import {
  type Command,
  expectedOf,
  type Input,
  inputsOf,
  listed,
  type Misfit,
  missingIn,
  readInput,
  readInputs,
  shortly,
  typesOf,
  valuesOf,
} from '../../../language/commands.ts'
import { sayExecution } from './execution-words.ts'
import { findExecution, findWorkflow, refTo } from './finding.ts'
import { canAsk, type Question, spokenOf } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { plain, strong } from './text/markdown.ts'
import { textPart } from './text/parts.ts'

type Run = Extract<Command, { type: 'run' }>
type Again = Extract<Command, { type: 'again' }>
type Retry = Extract<Command, { type: 'retry' }>
export type InputQuestion = Extract<Question, { type: 'input' }>

export async function run(talk: Talk, command: Run): Promise<Said> {
  const found = findWorkflow(talk, command.workflow, workflow => ({ ...command, workflow }))
  if (isSaid(found)) return found
  return begin(talk, await talk.calls.workflow(found.id), {}, command.values)
}

/** With the inputs of the last run, and what is said instead. */
export async function again(talk: Talk, command: Again): Promise<Said> {
  const { workflow, values } = command
  if (workflow !== null) {
    const found = findWorkflow(talk, workflow, each => ({ ...command, workflow: each }))
    if (isSaid(found)) return found
    const [before] = await talk.calls.executions({
      workflowId: found.id,
      createdBefore: talk.request.now + 1,
      limit: 1,
    })
    return before === undefined
      ? begin(talk, await talk.calls.workflow(found.id), {}, values)
      : repeat(talk, before.id, values)
  }
  const found = await findExecution(talk, { by: 'last' }, () => command)
  return isSaid(found) ? found : repeat(talk, found.id, values)
}

async function repeat(talk: Talk, executionId: string, values: string | null): Promise<Said> {
  const before = await talk.calls.execution(executionId)
  const found = findWorkflow(talk, refTo({ id: before.workflowId, name: before.workflowName }), () => ({
    type: 'run',
    workflow: { by: 'last' },
    values,
  }))
  if (isSaid(found)) return found
  return begin(talk, await talk.calls.workflow(found.id), before.inputs, values)
}

export async function retry(talk: Talk, command: Retry): Promise<Said> {
  const found = await findExecution(talk, command.execution, execution => ({ ...command, execution }))
  return isSaid(found) ? found : started(await talk.calls.retry(found.id))
}

/** @param known values that are there already @param said what the message says of the inputs */
async function begin(talk: Talk, workflow: Workflow, known: JsonObject, said: string | null): Promise<Said> {
  if (workflow.status === 'needs_review')
    return say(
      `${strong(workflow.name)} cannot run yet: ${plain(workflow.diagnostics.find(each => each.severity === 'error')?.message ?? 'its plan has errors', 500)}`,
    )
  const read = said === null ? null : readInputs(said, workflow.inputsSchema, known)
  const values = { ...known, ...read?.values }
  if (read?.unplaced) return unplaced(workflow, values, read.unplaced)
  const [misfit] = read?.misfits ?? []
  return go(talk, workflow, values, misfit ?? null)
}

async function go(talk: Talk, workflow: Workflow, values: JsonObject, misfit: Misfit | null): Promise<Said> {
  const input =
    misfit === null
      ? missingIn(workflow.inputsSchema, values)[0]
      : inputsOf(workflow.inputsSchema).find(({ name }) => name === misfit.name)
  if (input !== undefined) return ask(workflow, values, input, misfit)
  return started(await talk.calls.execute(workflow.id, values))
}

/**
 * An answer to the question for an input.
 * @param isOtherWish the message is a command, too: then it is one, unless the input allows few values only
 * @returns null: it is that other wish
 */
export async function answerInput(
  talk: Talk,
  question: InputQuestion,
  isOtherWish: boolean,
): Promise<Said | null> {
  const { text } = talk.request
  const workflow = await talk.calls.workflow(question.workflowId)
  const { inputsSchema } = workflow
  const input = inputsOf(inputsSchema).find(({ name }) => name === question.name)
  if (input === undefined) return isOtherWish ? null : begin(talk, workflow, question.values, null)
  const read = readInput(input, text, inputsSchema)
  if (isOtherWish && (isFreeText(input) || !isValue(read))) return null
  const labelled = readInputs(text, inputsSchema, question.values)
  const isLabelled = Object.hasOwn(labelled.values, input.name) && /^\s*[\w\s-]{1,60}(?:=|:)/.test(text)
  if (isLabelled)
    return go(talk, workflow, { ...question.values, ...labelled.values }, labelled.misfits[0] ?? null)
  if (!isValue(read)) return ask(workflow, question.values, input, read)
  return go(talk, workflow, { ...question.values, [input.name]: read[1] }, null)
}

/** Any words would fit. */
function isFreeText({ schema }: Input): boolean {
  const types = typesOf(schema)
  return (
    valuesOf(schema) === null && (types.length === 0 || types.includes('string') || types.includes('array'))
  )
}

function isValue(read: Misfit | readonly [string, Json]): read is readonly [string, Json] {
  return Array.isArray(read)
}

function ask(workflow: Workflow, values: JsonObject, input: Input, misfit: Misfit | null): Said {
  const { name, schema } = input
  const about = typeof schema['description'] === 'string' ? ` (${plain(schema['description'], 200)})` : ''
  const wrong = misfit === null ? '' : `"${plain(misfit.said, 100)}" does not fit. `
  const expected = plain(misfit?.expected ?? expectedOf(schema), 300)
  const text = `${wrong}${strong(workflow.name)} needs ${strong(name)}${about}: ${expected}. What is it?`
  const question: Question = { type: 'input', workflowId: workflow.id, values, name }
  if (!canAsk(question))
    return say(
      `The values so far are too long to be kept while I ask for ${strong(name)}. Say them all in one message: "run ${plain(workflow.name)} with ${plain(name)} = ... and ...".`,
    )
  return say(text, choicesFor(input), { question, workflowId: workflow.id })
}

function choicesFor({ schema }: Input): readonly (readonly [string, string])[] {
  const values = typesOf(schema).join() === 'boolean' ? ['yes', 'no'] : (valuesOf(schema) ?? []).map(shortly)
  const all = schema['default'] === undefined ? values : [...new Set([shortly(schema['default']), ...values])]
  return all.length === 0
    ? []
    : [...all.slice(0, 7).map(value => [value, value] as const), ['Cancel', 'never mind']]
}

function unplaced(workflow: Workflow, values: JsonObject, said: string): Said {
  const inputs = inputsOf(workflow.inputsSchema)
  const name = strong(workflow.name)
  if (inputs.length === 0) {
    const command: Command = { type: 'run', workflow: refTo(workflow), values: null }
    return say(
      `${name} takes no inputs, and you said "${plain(said, 200)}". Shall I run it without?`,
      [
        ['Run it', 'yes'],
        ['No', 'no'],
      ],
      { question: { type: 'confirm', command }, workflowId: workflow.id },
    )
  }
  const named = inputs.map(input => `${strong(input.name)}: ${plain(expectedOf(input.schema), 100)}`)
  const [missing] = missingIn(workflow.inputsSchema, values)
  const text = `I do not know which input "${plain(said, 200)}" is for. ${name} takes ${listed(named, 'and')}.`
  if (missing === undefined)
    return say(`${text} Say it as "run ${plain(workflow.name)} with ${plain(inputs[0]!.name)} = ...".`, [], {
      workflowId: workflow.id,
    })
  const asked = ask(workflow, values, missing, null)
  return { ...asked, parts: say(`${text}\n\nWhat is ${strong(missing.name)}?`, choicesFor(missing)).parts }
}

function started(execution: Execution): Said {
  const { id, workflowName } = execution
  const [text, ...others] = sayExecution(execution)
  // What it waits for, and choices, would still stand there when the session has told its end.
  const begun = [
    textPart(`${strong(workflowName)} has started.`),
    ...others.filter(({ type }) => type !== 'choices'),
  ]
  const parts = isRest(execution) ? [text!, ...others] : begun
  return { parts, executionId: id, title: workflowName, memory: spokenOf(execution) }
}

function isRest({ status }: Execution): boolean {
  return isTerminal(status) || status === 'awaiting_approval'
}
