// The card of an execution: its status, and its steps as they come. Parts of a message show it.
import type { ChatStep, ExecutionStatus } from '../../client/wire.ts'
import type { ShownExecution } from '../../conversation/state.ts'
import { h, keyed, set, type View, write } from '../dom.ts'
import { type ChatStrings, fill } from '../strings.ts'
import { lengthText } from '../time.ts'

export interface ExecutionCard {
  readonly name: string
  readonly status: ExecutionStatus
  /** Null: nothing was heard of it since the page was loaded. */
  readonly live: ShownExecution | null
}

export function executionCard(strings: ChatStrings): View<ExecutionCard> {
  const name = h('strong', { class: 'name', dir: 'auto' })
  const status = h('span', { class: 'status' })
  const error = h('p', { class: 'error', dir: 'auto', hidden: true })
  const list = h('ol', {})
  const summary = h('summary', {})
  const steps = h('details', { class: 'steps', open: true, hidden: true }, summary, list)
  const views = new Map<string, View<ChatStep>>()
  const head = h('div', { class: 'head' }, h('span', { class: 'dot' }), name, status)
  const node = h(
    'section',
    { class: 'card', part: 'card execution', 'aria-label': strings.execution },
    head,
    error,
    steps,
  )
  return {
    node,
    update(card) {
      node.dataset['status'] = card.status
      write(name, card.name)
      const ms = card.live?.execution.durationMs
      write(status, statusText(card.status, strings) + (ms ? ` · ${lengthText(ms, node)}` : ''))
      error.hidden = !card.live?.execution.error
      write(error, card.live?.execution.error?.message ?? '')
      const its = card.live?.steps ?? []
      steps.hidden = its.length === 0
      write(summary, fill(strings.steps, { count: its.length }))
      keyed(
        list,
        views,
        its.map(step => [step.id, step]),
        () => stepLine(strings),
      )
    },
  }
}

function stepLine(strings: ChatStrings): View<ChatStep> {
  const title = h('span', { class: 'name', dir: 'auto' })
  const status = h('span', { class: 'status' })
  const node = h('li', {}, h('span', { class: 'dot' }), title, status)
  return {
    node,
    update(step) {
      set(node, 'data-status', step.status)
      write(title, step.title || step.id)
      write(status, statusText(step.status, strings))
    },
  }
}

function statusText(status: ExecutionStatus | ChatStep['status'], strings: ChatStrings): string {
  switch (status) {
    case 'failed':
      return strings.execution_failed
    case 'cancelled':
      return strings.execution_cancelled
    default:
      return strings[status]
  }
}
