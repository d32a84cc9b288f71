// What people ask of the service, and whether they were answered.

import { Failure } from '../../../domain/failure.ts'
import type { Execution } from '../../../domain/work/execution.ts'
import type { Service } from './service.ts'
import type { World } from './world.ts'

interface Asked {
  readonly name: string
  readonly service: Service
  isSettled: boolean
}

export interface AskParts {
  readonly done?: (view: Execution) => void
  readonly refused?: (failure: Failure) => void
  /** Default: somebody who serves. */
  readonly at?: Service | null
}

const expected = new Set([
  'unavailable',
  'overloaded',
  'not-found',
  'conflict',
  'forbidden',
  'execution-ended',
  'quota-exceeded',
  'validation-failed',
  'start-failed',
])

export class Asks {
  readonly all: Asked[] = []
  readonly #world: World

  constructor(world: World) {
    this.#world = world
  }

  /** @returns whom it is asked; null: nobody is there */
  ask(
    name: string,
    run: (service: Service) => Promise<string>,
    { done = () => {}, refused = () => {}, at = this.#world.deployment.entry }: AskParts = {},
  ): Service | null {
    const { scheduler } = this.#world
    const service = at
    if (service === null) return null
    const asked: Asked = { name, service, isSettled: false }
    this.all.push(asked)
    const answered = (reply: string) => {
      asked.isSettled = true
      scheduler.trace(`${name}: ${reply}`)
      done(JSON.parse(reply))
    }
    const failed = (error: unknown) => {
      asked.isSettled = true
      scheduler.trace(`${name}: ${(error as Error).message}`)
      if (this.checkFailure(error, name)) refused(error as Failure)
    }
    // A process that sleeps takes it when it wakes.
    scheduler.add(service.main, `request: ${name}`, 0, () =>
      run(service)
        .then(answered, failed)
        .catch(error => this.#world.fail(error)),
    )
    return service
  }

  /** Is it one of the failures that people must expect? */
  checkFailure(error: unknown, name: string): boolean {
    const isExpected = error instanceof Failure && expected.has(error.code)
    if (!isExpected) this.#world.fail(new Error(`${name}: ${error}`, { cause: error }))
    return isExpected
  }
}
