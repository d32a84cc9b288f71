// A tool server of the official SDK (MCP 2025-11-25) whose tools want to be called as tasks.
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { InMemoryTaskStore } from '@modelcontextprotocol/sdk/experimental/tasks/stores/in-memory.js'
import { McpServer } from '@modelcontextprotocol/sdk/server/mcp.js'
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js'
import { z } from 'zod'

type Result = { content: { type: 'text'; text: string }[]; isError?: boolean }

export interface TaskServer {
  readonly listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** `task.ttl` of each call of `build`, refused ones too. */
  readonly asked: readonly (number | undefined)[]
  /** A task of the tool `idle` has been asked for; it was cancelled. */
  readonly idling: Promise<void>
  readonly cancelled: Promise<void>
}

export function taskServer(): TaskServer {
  const sessions = new Map<string, StreamableHTTPServerTransport>()
  const asked: (number | undefined)[] = []
  let isIdle = false
  const idling = Promise.withResolvers<void>()
  const cancelled = Promise.withResolvers<void>()
  const listener = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const chunk of request.setEncoding('utf8')) text += chunk
    const body = text === '' ? undefined : JSON.parse(text)
    if (body?.params?.name === 'build') asked.push(body.params.task?.ttl)
    if (body?.params?.name === 'idle') isIdle = true
    if (isIdle && body?.method === 'tasks/get') idling.resolve()
    if (body?.method === 'tasks/cancel') cancelled.resolve()
    const id = request.headers['mcp-session-id']
    const known = typeof id === 'string' ? sessions.get(id) : undefined
    if (known !== undefined) return known.handleRequest(request, response, body)
    const transport: StreamableHTTPServerTransport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: session => void sessions.set(session, transport),
    })
    await mcpServer().connect(transport as Parameters<McpServer['connect']>[0])
    await transport.handleRequest(request, response, body)
  }
  return { listener, asked, idling: idling.promise, cancelled: cancelled.promise }
}

function mcpServer(): McpServer {
  const server = new McpServer(
    { name: 'tasks', version: '1.0.0' },
    {
      capabilities: { tasks: { cancel: {}, requests: { tools: { call: {} } } } },
      taskStore: new InMemoryTaskStore(),
    },
  )
  const says = (text: string, isError = false): Result => ({ content: [{ type: 'text', text }], isError })
  const tool = (name: string, run: (args: { size?: number | undefined }) => Result | null) =>
    server.experimental.tasks.registerToolTask(
      name,
      {
        description: name,
        inputSchema: { size: z.number().optional() },
        execution: { taskSupport: 'required' },
      },
      {
        async createTask(args, { taskStore, taskRequestedTtl }) {
          const task = await taskStore.createTask({ ttl: taskRequestedTtl ?? null, pollInterval: 50 })
          const result = run(args)
          if (result === null) return { task }
          const status = result.isError ? 'failed' : 'completed'
          setTimeout(() => void taskStore.storeTaskResult(task.taskId, status, result), 120)
          return { task }
        },
        getTask: async (_, { taskId, taskStore }) => (await taskStore.getTask(taskId))!,
        getTaskResult: async (_, { taskId, taskStore }) => (await taskStore.getTaskResult(taskId)) as Result,
      },
    )
  tool('build', ({ size }) => says(`built ${size}`))
  tool('break', () => says('no bricks', true))
  tool('idle', () => null)
  return server
}
