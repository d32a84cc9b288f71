// Passwords, hashed with argon2id in libuv's threads. Hashing is expensive by design, so few run at once and
// few may wait: a flood of logins gets 503 and leaves the processors to everybody else.
import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { Failure } from '../../domain/failure.ts'

export interface Passwords {
  /** A PHC string. @throws {Failure} overloaded */
  hash(password: string): Promise<string>
  /**
   * Whether it is the password. For an account that does not exist (`null`) it takes as long, and returns
   * false.
   * @throws {Failure} overloaded
   */
  matches(passwordHash: string | null, password: string): Promise<boolean>
}

interface PasswordBounds {
  /** Of libuv's four threads, which files and DNS need too. */
  readonly atOnce?: number
  /** At some 25 ms each, two at a time, the last of 64 waits less than a second. */
  readonly waiting?: number
}

/** OWASP Password Storage Cheat Sheet: argon2id with 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export async function createPasswords({ atOnce = 2, waiting = 64 }: PasswordBounds = {}): Promise<Passwords> {
  const queue = new Queue(atOnce, waiting)
  /** Hash of a password that nobody knows. */
  const nobodys = await hash(randomBytes(16).toString('hex'), cost)
  return {
    hash: password => queue.run(() => hash(password, cost)),
    matches: (passwordHash, password) => queue.run(() => verify(passwordHash ?? nobodys, password)),
  }
}

/** Runs `atOnce` tasks at a time; a bounded number of others waits, in order. */
class Queue {
  readonly #atOnce: number
  readonly #limit: number
  readonly #waiting: (() => void)[] = []
  #running = 0

  constructor(atOnce: number, limit: number) {
    this.#atOnce = atOnce
    this.#limit = limit
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running < this.#atOnce) this.#running++
    else await this.#turn()
    try {
      return await work()
    } finally {
      const next = this.#waiting.shift()
      // The next task takes over the slot, so that no other can slip in between.
      if (next === undefined) this.#running--
      else next()
    }
  }

  #turn(): Promise<void> {
    if (this.#waiting.length >= this.#limit) {
      throw new Failure('overloaded', 'too many people are signing in at the moment', { retryAfterMs: 1_000 })
    }
    return new Promise(resolve => this.#waiting.push(resolve))
  }
}
