// Texts with values inside as other languages write them in an expression: `...${x}...` in backquotes, f"..."
// of Python. They become sums of texts.

/** Backquoted and f-texts as sums; what is not paired stays. */
export function withWrittenTexts(source: string): string {
  return source
    .replaceAll(/`((?:[^`\\]|\\.)*)`/g, (_, inside: string) => sumOf(inside, /\$\{([^{}]*)\}/))
    .replaceAll(/(?<!\w)f("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')/g, (_, text: string) =>
      sumOf(text.slice(1, -1), /\{([^{}]*)\}/),
    )
}

function sumOf(inside: string, value: RegExp): string {
  // Every second part is an expression.
  const parts = inside.split(value)
  const terms = parts.flatMap((part, index) => {
    if (index % 2 === 1) return [`string(${part.trim()})`]
    return part === '' ? [] : [JSON.stringify(part.replaceAll(/\\(["'`])/g, '$1').replaceAll('\\n', '\n'))]
  })
  return terms.length === 1 ? terms[0]! : `(${terms.join(' + ') || '""'})`
}
