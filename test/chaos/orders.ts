// What the chaos run may tell the preload in the server's process (points.ts), and what that says back.

/** Where the process can be made to die: what has happened by then is in the name. */
export const points = ['before-commit', 'after-commit', 'after-tool', 'before-reply'] as const
export type Point = (typeof points)[number]

/** How a host's thread can be made to die. */
export const threadDeaths = ['exit', 'throw', 'loop', 'heap'] as const
export type ThreadDeath = (typeof threadDeaths)[number]

export type Order =
  /** kill -9 when the point is passed for the nth time from now on. */
  | { readonly type: 'arm'; readonly point: Point; readonly nth: number }
  | { readonly type: 'disarm' }
  /** The first host to hear it dies. */
  | { readonly type: 'die'; readonly death: ThreadDeath }

/** A host's thread has begun to live. */
export interface Born {
  readonly thread: number
}

/** On standard error, just before the process ends itself. */
export const lastWords = (point: Point) => `chaos: died at ${point}`
