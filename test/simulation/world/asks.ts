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

  ask(
    name: string,
    run: (service: Service) => Promise<string>,
    done: (view: Execution) => void = () => {},
    refused: (failure: Failure) => void = () => {},
  ): void {
    const { service, scheduler } = this.#world
    if (!service.isAlive) return
    const asked: Asked = { name, service, isSettled: false }
    this.all.push(asked)
    run(service)
      .then(
        reply => {
          asked.isSettled = true
          scheduler.trace(`${name}: ${reply}`)
          done(JSON.parse(reply))
        },
        error => {
          asked.isSettled = true
          scheduler.trace(`${name}: ${(error as Error).message}`)
          if (this.checkFailure(error, name)) refused(error as Failure)
        },
      )
      .catch(error => this.#world.fail(error))
  }

  /** Is it one of the failures that people must expect? */
  checkFailure(error: unknown, name: string): boolean {
    const isExpected = error instanceof Failure && expected.has(error.code)
    if (!isExpected) this.#world.fail(new Error(`${name}: ${error}`, { cause: error }))
    return isExpected
  }
}
