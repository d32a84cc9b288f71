// The output of the command line: results on standard output (with --json, JSON and nothing else), and
// everything for people on standard error. Texts from the service lose the characters that a terminal would
// take for commands.

export interface Output {
  readonly isJson: boolean
  /** Standard error is a terminal, so somebody looks at it. */
  readonly isWatched: boolean
  /** A result: as JSON, or as the lines of text. */
  result(value: unknown, lines: readonly string[]): void
  /** One line of a result that continues. */
  line(text: string): void
  /** For people. */
  say(text: string): void
  /** A line that the next one replaces; only when somebody looks. */
  status(text: string): void
}

export interface Streams {
  readonly stdout: { write(text: string): unknown }
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean }
}

export function createOutput({ stdout, stderr }: Streams, isJson: boolean): Output {
  const isWatched = stderr.isTTY === true
  let hasStatus = false
  const clear = () => {
    if (hasStatus) stderr.write('\r\u001b[2K')
    hasStatus = false
  }
  return {
    isJson,
    isWatched,
    result(value, lines) {
      clear()
      if (isJson) stdout.write(`${JSON.stringify(value, null, 2)}\n`)
      else for (const line of lines) stdout.write(`${plain(line)}\n`)
    },
    line(text) {
      clear()
      stdout.write(`${isJson ? text : plain(text)}\n`)
    },
    say(text) {
      clear()
      stderr.write(`${plain(text)}\n`)
    },
    status(text) {
      if (!isWatched) return
      clear()
      stderr.write(plain(text))
      hasStatus = true
    },
  }
}

/**
 * Without control characters but line breaks and tabs, and without those that turn the direction of text: a
 * name must not move the cursor, set a title or change what stands beside it.
 */
export function plain(text: string): string {
  return text.replace(
    /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    '\ufffd',
  )
}

/** Rows under headings, as wide as their widest cell. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string[] {
  const cells = rows.map(row => row.map(cell => cell.replace(/\s+/g, ' ')))
  const widths = headings.map((heading, i) => Math.max(heading.length, ...cells.map(row => row[i]!.length)))
  const asLine = (row: readonly string[]) =>
    row
      .map((cell, i) => cell.padEnd(widths[i]!))
      .join('  ')
      .trimEnd()
  return [asLine(headings), ...cells.map(asLine)]
}

/** @param at Unix ms */
export function moment(at: number | null): string {
  return at === null ? '-' : new Date(at).toISOString().slice(0, 19).replace('T', ' ')
}

export function duration(ms: number | null): string {
  if (ms === null) return '-'
  if (ms < 1_000) return `${ms} ms`
  return ms < 60_000
    ? `${(ms / 1_000).toFixed(1)} s`
    : `${Math.floor(ms / 60_000)} min ${Math.round((ms % 60_000) / 1_000)} s`
}
