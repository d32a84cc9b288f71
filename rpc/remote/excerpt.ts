/** A foreign text inside a message of ours: one line, bounded, no control characters. */
export function excerpt(text: string, maxLength = 200): string {
  const line = text
    .slice(0, maxLength)
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .toWellFormed()
  return text.length > maxLength ? `${line}…` : line
}
