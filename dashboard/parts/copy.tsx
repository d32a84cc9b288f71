// Copying: a button that says that it has copied, and blocks of code with such a button.
import { Check, Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { words } from '../words/common.ts'
import { IconButton } from './button.tsx'
import { cx } from './class-names.ts'
import { toast } from './toast.tsx'

export function CopyButton({ text, label = words.copy }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false)
  useEffect(() => {
    if (!isCopied) return
    const timer = setTimeout(() => setCopied(false), 1_500)
    return () => clearTimeout(timer)
  }, [isCopied])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ text: text.length < 200 ? text : words.copy, tone: 'bad' })
    }
  }
  return (
    <IconButton label={isCopied ? words.copied : label} onClick={() => void copy()}>
      {isCopied ? <Check className="size-4 text-good" /> : <Copy className="size-4" />}
    </IconButton>
  )
}

export function Code({
  children,
  label,
  className,
}: {
  readonly children: string
  readonly label?: string
  readonly className?: string
}) {
  return (
    <div dir="ltr" className={cx('relative rounded-md border bg-sunken', className)}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by the keyboard
        tabIndex={0}
        {...(label && { 'aria-label': label, role: 'region' })}
        className="overflow-x-auto p-3 pe-11 font-mono text-xs whitespace-pre"
      >
        {children}
      </pre>
      <div className="absolute end-0 top-0 rounded-md bg-sunken p-1">
        <CopyButton text={children} />
      </div>
    </div>
  )
}

/** An id or an address: mono, cut at its end when there is no room, copied with one click. */
export function CopyText({ text }: { readonly text: string }) {
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      <code dir="ltr" className="truncate font-mono text-xs">
        {text}
      </code>
      <CopyButton text={text} />
    </span>
  )
}
