// Prepared SQL and whoever runs it: the database of the main thread, the connection of a host. No driver is imported
// here, so that what reads by it stays light enough for a worker thread.

/**
 * A statement that PostgreSQL parses once per connection. `name` is unique in the program; an empty one is planned anew
 * each time, for the values that it is given.
 */
export interface Statement {
  readonly name: string
  readonly text: string
}

export interface Queries {
  /** Rows of one prepared statement. @throws {Failure} unavailable */
  query<Row extends object>(statement: Statement, values: readonly unknown[]): Promise<Row[]>
}
