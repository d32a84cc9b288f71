// How an assistant acts: by the routes of the service, as the user whose message it answers. The main thread
// makes the calls (http/), with the user's permissions as they are at that moment.
// 1. A call is named by its route, and takes path parameters, query and body as one flat object.
// 2. What a route refuses is a value. The identity of a call follows from its message, so a call that
//    is made again after a crash makes nothing twice.
import type { Json, JsonObject } from '../json.ts'

export type ServiceAnswer =
  | { readonly ok: true; readonly value: Json }
  | { readonly ok: false; readonly code: string; readonly message: string; readonly facts: JsonObject }

export interface ServiceCalls {
  /**
   * @param route such as `GET /api/v1/workflows`; a page comes as its array
   * @param waitMs for a route that starts an execution: how long it may wait for the end
   */
  call(route: string, args?: JsonObject, waitMs?: number): Promise<ServiceAnswer>
}
