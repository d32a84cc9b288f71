// Counts what a request of /rpc asks for against the limit of its caller. The pipeline has counted the
// request itself; every further call, list or read of its batch counts as one more.
import { Failure } from '../../../domain/failure.ts'
import type { JsonObject } from '../../../domain/json.ts'
import { RpcError, rpcCodes } from '../../../rpc/json-rpc.ts'
import type { Surface } from '../../../rpc/surface/surface.ts'
import { clientOf, rateLimited } from '../../limits/limits.ts'
import type { ToolCallContext } from '../service-tools.ts'

/** @throws {Failure} rate-limited */
export type Admit = () => Promise<void>

/** Of one request. */
export function admission({ services, caller, request }: ToolCallContext): Admit {
  let calls = 0
  return async () => {
    if (calls++ === 0) return
    const standing = await services.limits.take('rpc', () => clientOf(caller, request.clientAddress))
    if (standing?.isExceeded) throw rateLimited(standing)
  }
}

export function admittedPrompts({ list, get }: Surface['prompts'], admit: Admit): Surface['prompts'] {
  return { list: admitted(admit, list), get: admitted(admit, get) }
}

export function admittedResources(
  { list, templates, read }: Surface['resources'],
  admit: Admit,
): Surface['resources'] {
  return {
    list: admitted(admit, list),
    templates: admitted(admit, templates),
    read: admitted(admit, read),
  }
}

function admitted<Given extends unknown[], Answer>(
  admit: Admit,
  act: (...given: Given) => Promise<Answer>,
): (...given: Given) => Promise<Answer> {
  return async (...given) => {
    await refusedAsError(admit)
    return act(...given)
  }
}

/** Where there is no place for a refusal in the result, it is an error of JSON-RPC. */
export async function refusedAsError(act: () => Promise<void>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const { code, message, facts } = error
    throw new RpcError(rpcCodes.limitExceeded, message, { code, ...facts } as JsonObject)
  }
}
