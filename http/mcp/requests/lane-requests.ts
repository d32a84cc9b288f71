// Requests to /rpc as the lanes see them (rpc/lanes/lane-answer.ts), and on their way to another node: with
// the caller that this node has let in, and without the credential.
import type { JsonObject } from '../../../domain/json.ts'
import type { Caller } from '../../../domain/people/permissions.ts'
import { formatTraceparent } from '../../../domain/traceparent.ts'
import type { LaneRequest } from '../../../rpc/lanes/lane-answer.ts'
import type { PassedCaller } from '../../../rpc/lanes/legacy/passing.ts'
import { headerOf } from '../../engines/engine.ts'
import type { IncomingRequest } from '../../exchange.ts'
import type { Services } from '../../services.ts'
import type { SurfaceOf } from '../surfaces.ts'

type Packed = Pick<IncomingRequest, 'id' | 'method' | 'path' | 'query' | 'clientAddress' | 'fields'> & {
  readonly caller: Caller
}

/** Headers that mean something to the lanes, or to routes that are called as tools. */
const passedHeader = /^(accept|host|last-event-id|origin|prefer|user-agent|mcp-[a-z-]+)$/

export function laneRequest(caller: Caller, request: IncomingRequest): LaneRequest {
  const { organizationId, userId, key } = caller
  return {
    header: name => request.header(name),
    onClose: listener => request.onClose(listener),
    organizationId,
    principal: `${organizationId} ${key?.id ?? userId}`,
    origin() {
      const { id, method, path, query, clientAddress } = request
      const trace = request.span ? formatTraceparent(request.span.context) : request.header('traceparent')
      const fields = trace === '' ? [] : ['traceparent', trace]
      for (let i = 0; i < request.fields.length; i += 2)
        if (passedHeader.test(request.fields[i]!)) fields.push(request.fields[i]!, request.fields[i + 1]!)
      const packed: Packed = { id, method, path, query, clientAddress, fields, caller }
      return packed as unknown as JsonObject
    },
  }
}

/** A request that another node has passed on. Its client's connection ends there: nobody leaves here. */
export function passedCaller(origin: JsonObject, services: Services, surfaceOf: SurfaceOf): PassedCaller {
  const { caller, fields, ...facts } = origin as unknown as Packed
  const request: IncomingRequest = {
    ...{ ...facts, fields },
    header: name => headerOf(fields, name),
    onClose: () => {},
  }
  return { request: laneRequest(caller, request), surface: surfaceOf({ caller, request, services }) }
}
