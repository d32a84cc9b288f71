// resources/list, templates and read of a caller: guides, workflows, executions, and what happened in them.
//   troupe://guide/...              how to write prompts and plans (authoring/), for whoever may plan
//   troupe://workflows/<id>         the workflow, as JSON
//   troupe://executions/<id>        the execution, as JSON
//   troupe://executions/<id>/logs   its log so far, one JSON object a line
//   troupe://tool-results/<id>      the whole result of a tool that was too large to pass on; never listed
// The list has the newest executions and all workflows; every other execution is read by its id.
import { Failure } from '../../domain/failure.ts'
import { firstItems } from '../../domain/first-items.ts'
import type { JsonObject } from '../../domain/json.ts'
import { allows } from '../../domain/people/permissions.ts'
import { RpcError, rpcCodes } from '../../rpc/json-rpc.ts'
import { keptBinary } from '../../rpc/linked-binaries.ts'
import { parseResource, type ResourceName, resourceUri } from '../../rpc/surface/resource-uri.ts'
import type { Surface, WireResource } from '../../rpc/surface/surface.ts'
import { showWorkflow } from '../workflows/schedules.ts'
import { guideResources, guideText, guideType } from './authoring/guide-resources.ts'
import { visibleExecution } from './execution-access.ts'
import { readLog } from './log-text.ts'
import { readingCursor } from './prompts.ts'
import type { ToolCallContext } from './service-tools.ts'
import type { ToolOffer } from './tool-offer.ts'

export interface ResourcesParts {
  readonly callContext: ToolCallContext
  readonly offer: () => Promise<ToolOffer>
}

/** Executions on the first page (each with two resources), and workflows on each page. */
const newest = 50
const pageSize = 100

const json = 'application/json'
const lines = 'application/x-ndjson'

export function productResources({ callContext, offer }: ResourcesParts): Surface['resources'] {
  const { caller, services } = callContext
  const { organizationId } = caller

  async function guides(): Promise<readonly WireResource[]> {
    return (await offer()).find('plan_workflow') === null ? [] : guideResources
  }

  async function executions(): Promise<WireResource[]> {
    if ((await offer()).find('search_executions') === null) return []
    const found = await firstItems(newest, page => services.executions.search(organizationId, {}, page))
    return found.flatMap(({ id, workflowName, status }) => [
      resource({ kind: 'execution', id }, `${workflowName}, ${status}`, json),
      resource({ kind: 'logs', id }, `Log of ${workflowName}`, lines),
    ])
  }

  async function workflows(cursor: string | null) {
    if ((await offer()).find('get_workflow') === null) return { items: [], next: null }
    return readingCursor(services.workflows.list(organizationId, { limit: pageSize, cursor }))
  }

  async function contentsOf(name: ResourceName): Promise<JsonObject> {
    const text = await textOf(name)
    const binary = name.kind === 'tool-result' ? keptBinary(text) : null
    return binary === null ? { mimeType: name.kind === 'logs' ? lines : json, text } : { ...binary }
  }

  async function textOf(name: ResourceName): Promise<string> {
    const offered = await offer()
    switch (name.kind) {
      case 'workflow': {
        if (offered.find('get_workflow') === null) throw new Failure('not-found', '')
        return JSON.stringify(
          await showWorkflow(services, organizationId, await services.workflows.get(organizationId, name.id)),
        )
      }
      case 'execution':
        return JSON.stringify(await visibleExecution(callContext, offered, name.id))
      case 'logs':
        await visibleExecution(callContext, offered, name.id)
        return readLog(services, organizationId, name.id)
      case 'tool-result': {
        const result = allows(caller, 'execution:read')
          ? await services.toolResults.find(organizationId, name.id)
          : null
        if (result === null) throw new Failure('not-found', '')
        return result
      }
    }
  }

  return {
    async list(cursor) {
      const { items, next } = await workflows(cursor)
      const named = items.map(({ id, name, description }) => ({
        ...resource({ kind: 'workflow', id }, name, json),
        ...(description && { description }),
      }))
      if (cursor !== null) return { items: named, nextCursor: next }
      return { items: [...(await guides()), ...(await executions()), ...named], nextCursor: next }
    },

    templates: async () => ({
      items: allows(caller, 'execution:read') ? templates : [],
      nextCursor: null,
    }),

    async read(uri) {
      const guide = guideText(uri)
      if (guide !== null && (await guides()).length > 0)
        return { type: 'complete', result: { contents: [{ uri, mimeType: guideType, text: guide }] } }
      const name = parseResource(uri)
      try {
        if (name === null) throw noResource(uri)
        return { type: 'complete', result: { contents: [{ uri, ...(await contentsOf(name)) }] } }
      } catch (error) {
        throw error instanceof Failure && error.code === 'not-found' ? noResource(uri) : error
      }
    },
  }
}

function resource(name: ResourceName, title: string, mimeType: string): WireResource {
  return { uri: resourceUri(name), name: name.kind === 'logs' ? `${name.id}/logs` : name.id, title, mimeType }
}

const templates: readonly JsonObject[] = [
  { uriTemplate: 'troupe://workflows/{id}', name: 'workflow', title: 'A workflow', mimeType: json },
  { uriTemplate: 'troupe://executions/{id}', name: 'execution', title: 'An execution', mimeType: json },
  {
    uriTemplate: 'troupe://executions/{id}/logs',
    name: 'execution-log',
    title: 'What happened in an execution',
    mimeType: lines,
  },
]

function noResource(uri: string): RpcError {
  return new RpcError(rpcCodes.invalidParams, `Resource not found: ${uri.slice(0, 200)}`, { uri })
}
