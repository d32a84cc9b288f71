// A command in one line, for tables of messages: `run order total with a, b`, `deny last: too expensive`.
import type { ApprovalRef, Command, ExecutionRef, WorkflowRef } from '../../../language/commands/command.ts'

export function summary(command: Command | null): string {
  if (command === null) return 'nothing'
  switch (command.type) {
    case 'run':
      return `run ${workflow(command.workflow)}${withValues(command.values)}`
    case 'again':
      return `again ${command.workflow === null ? 'last' : workflow(command.workflow)}${withValues(command.values)}`
    case 'create':
      return `create${command.name === null ? '' : ` "${command.name}"`}: ${command.prompt}`
    case 'approve':
    case 'deny':
      return `${command.type} ${approval(command.approval)}${command.note === null ? '' : `: ${command.note}`}`
    case 'retry':
    case 'status':
    case 'why':
      return `${command.type} ${execution(command.execution)}`
    case 'cancel':
      return command.isBare ? 'cancel' : `cancel ${execution(command.execution)}`
    case 'describe':
      return `describe ${workflow(command.workflow)}`
    case 'executions': {
      const { workflow: of, statuses, period } = command.wanted
      return ['executions', of && workflow(of), statuses.join(','), period].filter(Boolean).join(' ')
    }
    case 'workflows':
    case 'tools':
      return command.about === null ? command.type : `${command.type} about ${command.about}`
    case 'help':
      return command.topic === null ? 'help' : `help ${command.topic}`
    case 'usage':
      return command.period === null ? 'usage' : `usage ${command.period}`
    case 'wonder':
      return `wonder ${summary(command.deed)}`
    case 'elsewhere':
      return `elsewhere ${command.what}`
    case 'place':
      return `place ${command.place}`
    case 'no':
      return command.rest === null ? 'no' : `no: ${command.rest}`
    default:
      return command.type
  }
}

function withValues(values: string | null): string {
  return values === null ? '' : ` with ${values}`
}

function workflow(ref: WorkflowRef): string {
  if (ref.by === 'last') return 'last'
  if (ref.by === 'place') return `#${ref.place}`
  if (ref.ids.length === 0) return `unknown "${ref.said}"`
  return ref.ids.length > 1
    ? `${ref.ids.length} called "${ref.said}"`
    : ref.fit === 'exact'
      ? ref.said.toLowerCase()
      : `${ref.fit} "${ref.said}"`
}

function execution(ref: ExecutionRef): string {
  switch (ref.by) {
    case 'last':
      return 'last'
    case 'place':
      return `#${ref.place}`
    case 'id':
      return ref.id
    case 'newest':
      return ['newest', ref.statuses.join(','), ref.workflow && `of ${workflow(ref.workflow)}`]
        .filter(Boolean)
        .join(' ')
  }
}

function approval(ref: ApprovalRef): string {
  switch (ref.by) {
    case 'last':
      return 'last'
    case 'place':
      return `#${ref.place}`
    case 'id':
      return ref.id
    case 'execution':
      return `of ${execution(ref.execution)}`
  }
}
