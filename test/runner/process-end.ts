// What the files of one process share lasts until its end; `tap` in any other file is the file's own test
// (group.ts).
import tap from 'tap'

/** Calls it when all files of this process have run. */
export function atProcessEnd(end: () => unknown): void {
  tap.teardown(end)
}
