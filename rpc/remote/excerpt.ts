// Quotes a foreign text inside one of our messages: one line, bounded, without control characters. Called
// wherever a message repeats what a tool server said.
export function excerpt(text: string, maxLength = 200): string {
  const line = text
    .slice(0, maxLength)
    .replace(/[\u0000-\u001f\u007f-\u009f]+/g, ' ')
    .toWellFormed()
  return text.length > maxLength ? `${line}…` : line
}
