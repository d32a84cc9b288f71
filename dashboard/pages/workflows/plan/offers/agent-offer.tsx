// An agent of the person writes the plan: links that add Troupe to it, and the request to give to it.
import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../../../parts/button.tsx'
import { Code } from '../../../../parts/copy.tsx'
import { toast } from '../../../../parts/toast.tsx'
import { words } from '../../../../words/workflow/offers.ts'
import { agentLinks } from '../../tabs/use-pieces.ts'

export function AgentOffer({ request }: { readonly request: string }) {
  const { origin } = location
  // Without a key: the client asks its user to sign in.
  const links = agentLinks({ origin, key: null })
  const text = words.request(origin, request)
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 text-sm">
        <CopyRequest key={text} text={text} />
        <a href={links.cursor}>{words.addToCursor}</a>
        <a href={links.vscode}>{words.addToVsCode}</a>
      </div>
      <Code label={words.terminal}>{links.claude}</Code>
    </>
  )
}

function CopyRequest({ text }: { readonly text: string }) {
  const [isCopied, setCopied] = useState(false)
  const Icon = isCopied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      toast({ text: words.copyRequest, tone: 'bad' })
    }
  }
  return (
    <Button icon={<Icon aria-hidden="true" className="size-4" />} onClick={() => void copy()}>
      {isCopied ? words.copied : words.copyRequest}
    </Button>
  )
}
