// All that a decision is about: the approval, its run, why the run waits, and the plan that it follows. The
// page reads them for the approval that it shows, and ahead for the next one.
import { useQuery } from '@tanstack/react-query'
import type { Answer } from '../../../http/client.ts'
import { api, read } from '../../app/api.ts'
import { type Approval, type Listed, type Plan, type Step, stepAt, termsOf, type Why } from './facts.ts'

export interface Facts {
  readonly approval: Approval
  readonly run: RunFacts | null
  readonly plan: Plan | null
  readonly step: Step | null
  /** The words of the prompt that the step comes from; empty for a plan by hand. */
  readonly promptWords: string
  readonly terms: Why['waitsFor'][number] | null
  readonly startedBy: string | null
  /** What would be called; null for nothing, and for a tool that is no longer offered. */
  readonly tool: Tool | null
}

type Tool = Pick<Answer<'GET /api/v1/tools'>[number], 'title' | 'description' | 'inputSchema' | 'effect'>

export interface RunFacts {
  readonly id: string
  readonly workflowId: string
  readonly workflowName: string
  readonly trigger: string
  readonly inputs: Readonly<Record<string, unknown>>
}

/** What was read a moment ago may have been decided since. */
const isFresh = { staleTime: 0 } as const

/** @param listed the row of a list, which is shown until the whole is there */
export function useFacts(id: string | null, listed?: Listed) {
  const seed = listed !== undefined && listed.truncated?.length === 0 ? { placeholderData: listed } : {}
  const approval = useQuery({
    ...read('GET /api/v1/approvals/:id', { params: { id: id ?? '-' } }),
    ...seed,
    enabled: id !== null,
    ...isFresh,
  })
  const executionId = approval.data?.executionId ?? null
  const of = { params: { id: executionId ?? '-' } }
  const isOfRun = { enabled: executionId !== null, ...isFresh }
  const execution = useQuery({ ...read('GET /api/v1/executions/:id', of), ...isOfRun })
  const why = useQuery({ ...read('GET /api/v1/executions/:id/why', of), ...isOfRun })
  const { workflowId = '-', workflowVersion = 0 } = execution.data ?? {}
  const version = useQuery({
    ...read('GET /api/v1/workflows/:id/versions/:version', {
      params: { id: workflowId, version: workflowVersion },
    }),
    enabled: execution.data !== undefined,
    // A version never changes.
    staleTime: Number.POSITIVE_INFINITY,
  })
  const tool = useTool(approval.data?.tool ?? null)
  const ofRun = executionId === null ? [] : [execution, why, ...(execution.data ? [version] : [])]
  const parts = [...ofRun, tool]
  const isReady = approval.data !== undefined && parts.every(({ isLoading }) => !isLoading)
  const found = { run: execution.data, why: why.data, version: version.data, tool: tool.data }
  return { approval, facts: isReady ? factsOf(approval.data, found) : null }
}

/** A tool by the name that plans call it by. */
function useTool(name: string | null) {
  return useQuery({
    queryKey: ['GET /api/v1/tools', {}, {}, name],
    enabled: name !== null,
    staleTime: 60_000,
    async queryFn(): Promise<Tool | null> {
      for await (const tool of api.pages('GET /api/v1/tools', { query: { limit: 100 } })) {
        if (tool.name === name) return tool
      }
      return null
    },
  })
}

type Version = { readonly plan: Plan; readonly prompt: string }
type Run = Omit<RunFacts, 'trigger'> & { readonly trigger: { readonly kind: string } }

interface Found {
  readonly run: Run | undefined
  readonly why: Why | undefined
  readonly version: Version | undefined
  readonly tool: Tool | null | undefined
}

function factsOf(approval: Approval, { run, why, version, tool = null }: Found): Facts {
  const step = stepAt(version?.plan, approval.stepId)
  const [from, to] = step?.span ?? [0, 0]
  return {
    approval,
    run: run === undefined ? null : { ...run, trigger: run.trigger.kind },
    plan: version?.plan ?? null,
    step,
    promptWords: version?.prompt.slice(from, to) ?? '',
    terms: termsOf(why, approval.id),
    startedBy: why?.startedBy ?? null,
    tool,
  }
}
