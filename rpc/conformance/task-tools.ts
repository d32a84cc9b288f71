// Fixture tools that run as tasks for clients that support tasks, and within the call for others.
import { setTimeout as pause } from 'node:timers/promises'
import { isObject, type Json, type JsonObject } from '../../domain/json.ts'
import { RpcError, rpcCodes } from '../json-rpc.ts'
import { hasTasks, missingTasks } from '../surface/capabilities.ts'
import type { InputRequest, SurfaceContext } from '../surface/surface.ts'
import type { WireResult } from '../tool-wire.ts'
import type { FixtureTasks, TaskWork } from './fixture-tasks.ts'
import { asks, enteredValue, type FixtureTool, form, says, type ToolOutcome } from './fixture-tool.ts'

const workMs = 200
const confirm = (message: string) => form(message, { confirm: { type: 'boolean' } })

export function taskTools(tasks: FixtureTasks): readonly FixtureTool[] {
  /** Runs as a task if the client supports tasks, else within the call. */
  async function perform(
    context: SurfaceContext,
    run: (work: Pick<TaskWork, 'signal'>) => Promise<WireResult>,
  ) {
    if (hasTasks(context.clientCapabilities)) return { type: 'task', task: tasks.start(run) } as const
    return { type: 'complete', result: await run(context) } as const
  }

  /** Asks within the task; without a task, before the answer. */
  function confirming(
    context: SurfaceContext,
    requests: Readonly<Record<string, InputRequest>>,
    answer: (inputs: Readonly<Record<string, Json>>) => string,
  ): ToolOutcome {
    if (hasTasks(context.clientCapabilities)) {
      const task = tasks.start(async ({ ask }) => textResult(answer(await ask(requests))))
      return { type: 'task', task }
    }
    const isAnswered = Object.keys(requests).every(key => isObject(context.inputs[key]))
    return isAnswered ? says(answer(context.inputs)) : asks(requests)
  }

  return [
    {
      name: 'slow_compute',
      description: 'Takes as many seconds as it is told',
      inputSchema: {
        type: 'object',
        properties: { seconds: { type: 'number', minimum: 0, maximum: 60 }, label: { type: 'string' } },
        required: ['seconds'],
      },
      run: ({ seconds, label = '' }, context) =>
        perform(context, async ({ signal }) => {
          await pause(Number(seconds) * 1_000, null, { signal })
          return textResult(`Computed ${label} for ${seconds} s`)
        }),
    },
    {
      name: 'failing_job',
      description: 'Is a task in any case, and fails as a tool does',
      async run(_, context) {
        if (!hasTasks(context.clientCapabilities)) throw missingTasks()
        return perform(context, async ({ signal }) => {
          await pause(workMs, null, { signal })
          return { ...textResult('The job failed'), isError: true }
        })
      },
    },
    {
      name: 'protocol_error_job',
      description: 'Fails as a protocol does',
      run: (_, context) =>
        perform(context, async ({ signal }) => {
          await pause(workMs, null, { signal })
          throw new RpcError(rpcCodes.internalError, 'The job broke')
        }),
    },
    {
      name: 'confirm_delete',
      description: 'Asks before it pretends to delete a file',
      inputSchema: {
        type: 'object',
        properties: { filename: { type: 'string' } },
        required: ['filename'],
      },
      run: ({ filename }, context) =>
        confirming(context, { confirm: confirm(`Delete ${filename}?`) }, inputs =>
          enteredValue(inputs['confirm'], 'confirm') === true ? `Deleted ${filename}` : `Kept ${filename}`,
        ),
    },
    {
      name: 'multi_input',
      description: 'Asks two things at once',
      run: (_, context) =>
        confirming(
          context,
          { first: confirm('The first?'), second: confirm('The second?') },
          inputs => `Received ${Object.keys(inputs).length} answers`,
        ),
    },
    {
      name: 'test_tool_with_task',
      description: 'Asks for a name, then goes on as a task',
      async run(_, context) {
        const answer = context.inputs['user_name']
        if (!isObject(answer)) {
          return asks({ user_name: form('What is your name?', { name: { type: 'string' } }) }, 'asked')
        }
        const name = enteredValue(answer as JsonObject, 'name')
        return perform(context, async () => textResult(`Hello, ${name}!`))
      },
    },
  ]
}

function textResult(text: string): WireResult {
  return { content: [{ type: 'text', text }] }
}
