// Which workflow or execution a command means. Where several could be meant it asks; it never guesses.

import { agoWords } from '../../../domain/time-words.ts'
import type { ListedExecution } from '../../../domain/work/execution.ts'
import { isTerminal } from '../../../domain/work/execution.ts'
import type { WorkflowName } from '../../../domain/work/workflow.ts'
import type { Command, ExecutionRef, WorkflowRef } from '../../../language/commands.ts'
import { type Item, itemOf, memoryBounds } from './memory.ts'
import { isSaid, type Said, say, type Talk } from './talk.ts'
import { plain, strong } from './text/markdown.ts'
import { shownChoices } from './text/parts.ts'

/** @param again the same command with another workflow */
export function findWorkflow(
  talk: Talk,
  ref: WorkflowRef,
  again: (workflow: WorkflowRef) => Command,
): WorkflowName | Said {
  const found = found_(talk, ref, again)
  const bound = talk.request.workflowId
  if (isSaid(found) || bound === null || found.id === bound || again(ref).type === 'describe') return found
  return say(
    `This chat is about ${nameOf(talk, bound)} and runs nothing else. Open another chat for ${strong(found.name)}.`,
  )
}

function found_(
  talk: Talk,
  ref: WorkflowRef,
  again: (workflow: WorkflowRef) => Command,
): WorkflowName | Said {
  const { workflows, memory, request } = talk
  switch (ref.by) {
    case 'last': {
      const id = request.workflowId ?? memory.workflowId ?? (workflows.length === 1 ? workflows[0]!.id : null)
      return byId(talk, id) ?? whichWorkflow(talk, 'Which workflow?', workflows, again)
    }
    case 'place': {
      const item = itemAt(memory.list, 'workflow', ref.place)
      return (
        (item && byId(talk, item.id)) ??
        whichWorkflow(talk, 'I do not know which one that is. Which workflow?', workflows, again)
      )
    }
    case 'name': {
      const named = ref.ids.flatMap(id => byId(talk, id) ?? [])
      if (named.length === 1 && ref.fit !== 'part') return named[0]!
      if (named.length === 1)
        return whichWorkflow(talk, `Do you mean ${strong(named[0]!.name)}?`, named, again)
      if (named.length > 1)
        return whichWorkflow(
          talk,
          `Which one? ${named.length} workflows fit "${plain(ref.said, 100)}".`,
          named,
          again,
        )
      return unknownWorkflow(talk, ref.said, again)
    }
  }
}

function unknownWorkflow(talk: Talk, said: string, again: (workflow: WorkflowRef) => Command): Said {
  const text = `There is no workflow called "${plain(said, 100)}".`
  if (talk.workflows.length === 0)
    return say(`${text} There is none at all yet: say "new workflow: ..." and what it should do.`)
  return whichWorkflow(talk, `${text} These are there:`, talk.workflows, again)
}

export function byId({ workflows }: Talk, id: string | null): WorkflowName | null {
  return workflows.find(each => each.id === id) ?? null
}

export function nameOf(talk: Talk, id: string): string {
  return strong(byId(talk, id)?.name ?? 'one workflow')
}

/** A workflow of this id, as a command refers to it. */
export function refTo({ id, name }: { readonly id: string; readonly name: string }): WorkflowRef {
  return { by: 'name', said: name.slice(0, 200), ids: [id], fit: 'exact' }
}

export function itemAt(list: readonly Item[], kind: Item['kind'], place: number): Item | null {
  const items = list.filter(item => item.kind === kind)
  return items.at(place === -1 ? -1 : place - 1) ?? null
}

function whichWorkflow(
  talk: Talk,
  text: string,
  among: readonly WorkflowName[],
  again: (workflow: WorkflowRef) => Command,
): Said {
  if (among.length === 0)
    return say('There is no workflow yet. Say "new workflow: ..." and what it should do.')
  const { workflowId } = talk.request
  const offered = workflowId === null ? among : among.filter(({ id }) => id === workflowId)
  const options = offered.map(({ id, name }) => itemOf('workflow', id, name))
  return which(text, options, again({ by: 'last' }))
}

/** Asks which of the options the command means. */
export function which(text: string, all: readonly Item[], command: Command): Said {
  const options = all.slice(0, memoryBounds.items)
  const titles = options.map(({ title }) => title)
  const choices = options.map(({ title }, index) => {
    const isAlone = titles.indexOf(title) === titles.lastIndexOf(title)
    return [isAlone ? title : `${title} (${index + 1})`, isAlone ? title : `#${index + 1}`] as const
  })
  const lines = choices.slice(0, shownChoices).map(([title], index) => `${index + 1}. ${plain(title, 100)}`)
  const more = options.length > shownChoices ? `\n\nand ${all.length - shownChoices} more` : ''
  return say(`${text}\n\n${lines.join('\n')}${more}`, choices, {
    question: { type: 'which', command, options },
    list: options,
  })
}

/** The command with what was chosen. */
export function withChosen(command: Command, { kind, id, title }: Item): Command {
  if (kind === 'workflow') return withWorkflow(command, refTo({ id, name: title }))
  if (kind === 'approval' && (command.type === 'approve' || command.type === 'deny'))
    return { ...command, approval: { by: 'id', id } }
  if ('execution' in command) return { ...command, execution: { by: 'id', id } }
  return command
}

function withWorkflow(command: Command, workflow: WorkflowRef): Command {
  if (command.type === 'executions') return { ...command, wanted: { ...command.wanted, workflow } }
  if (command.type === 'wonder') return { ...command, deed: withWorkflow(command.deed, workflow) as never }
  if ('execution' in command) {
    const { execution } = command
    return execution.by === 'newest' ? { ...command, execution: { ...execution, workflow } } : command
  }
  return 'workflow' in command ? ({ ...command, workflow } as Command) : command
}

/** The newest that fits, or the one that was spoken of; ones that began after the message are not meant. */
export async function findExecution(
  talk: Talk,
  ref: ExecutionRef,
  again: (execution: ExecutionRef) => Command,
): Promise<{ readonly id: string } | Said> {
  const { memory, request } = talk
  switch (ref.by) {
    case 'id':
      return { id: ref.id }
    case 'place': {
      const item = itemAt(memory.list, 'execution', ref.place)
      return item ?? say('I do not know which one that is. Say "recent runs" for a list.')
    }
    case 'last': {
      const id = memory.executionId ?? request.executionIds.at(-1)
      return id === undefined
        ? say('Nothing was run in this chat yet. Say "recent runs" to see what ran elsewhere.')
        : { id }
    }
    case 'newest': {
      const workflow =
        ref.workflow && findWorkflow(talk, ref.workflow, each => again({ ...ref, workflow: each }))
      if (workflow !== null && isSaid(workflow)) return workflow
      const found = await talk.calls.executions({
        workflowId: workflow?.id ?? request.workflowId ?? undefined,
        statuses: ref.statuses,
        createdBefore: request.now + 1,
        limit: 1,
      })
      const state =
        ref.statuses.length === 1
          ? ` that is ${ref.statuses[0]}`
          : ref.statuses.length > 0
            ? ' like that'
            : ''
      return found[0] ?? say(`There is no run${workflow ? ` of ${strong(workflow.name)}` : ''}${state}.`)
    }
  }
}

/** "Order total, failed 5 min ago" */
export function executionTitle({ workflowName, status, createdAt }: ListedExecution, now: number): string {
  const state = isTerminal(status) ? status : status.replace('_', ' ')
  return `${workflowName.slice(0, 50)}, ${state}, ${agoWords(createdAt, now)}`
}
