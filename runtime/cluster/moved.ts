// The answer of a host, or of a node, to an ask for an actor that it no longer has. The router (router.ts)
// asks again where the actor is now; no caller sees it.
export class Moved extends Error {
  override readonly name = 'Moved'

  constructor() {
    super('the actor lives on another node')
  }
}
