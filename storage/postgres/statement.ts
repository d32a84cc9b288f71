// Prepared SQL and the port that runs it (Queries): the main thread's Database, a host's HostConnection.
// This file imports no driver, so that a worker thread can load every store that reads through it.

/**
 * A statement that PostgreSQL parses once per connection. `name` is unique in the program; PostgreSQL plans
 * a statement with an empty name anew each time, for the values at hand.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Queries {
  /** Rows of one prepared statement. @throws {Failure} unavailable */
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}
