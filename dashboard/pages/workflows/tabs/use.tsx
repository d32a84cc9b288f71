// How programs, agents and web pages use a workflow: pieces to copy, with its id, and a key made on the spot.
import { useState } from 'react'
import { useCall } from '../../../app/api.ts'
import { hasRole, useUser } from '../../../app/session.ts'
import { Button } from '../../../parts/button.tsx'
import { Code } from '../../../parts/copy.tsx'
import { ErrorNote, Note } from '../../../parts/notes.tsx'
import { Card, Section } from '../../../parts/page.tsx'
import { words } from '../../../words/workflow/use-it.ts'
import type { ShownWorkflow } from '../workflow.tsx'
import {
  agentLinks,
  agentPiece,
  chatPiece,
  curlPiece,
  type PieceFacts,
  sampleInputs,
  typescriptPiece,
} from './use-pieces.ts'

export function UseTab({ workflow }: { readonly workflow: ShownWorkflow }) {
  const user = useUser()
  const [key, setKey] = useState<string | null>(null)
  const make = useCall('POST /api/v1/apikeys', {
    refreshes: ['GET /api/v1/apikeys'],
    onDone: ({ key }) => setKey(key),
  })
  const facts: PieceFacts = {
    origin: location.origin,
    key: key ?? 'sk_…',
    workflowId: workflow.id,
    organizationId: user.organization.id,
    inputs: sampleInputs(workflow.inputsSchema as never),
    tool: workflow.tool ? `run_${workflow.slug.replaceAll('-', '_')}` : null,
  }
  const links = agentLinks(facts)
  const name = words.keyName(workflow.name)
  return (
    <div className="max-w-3xl">
      <p className="mb-5 text-dim">{words.lead}</p>
      <Section title={words.key}>
        <Card className="flex flex-col gap-3">
          {key !== null ? (
            <Note tone="good">{words.made}</Note>
          ) : hasRole(user, 'admin') ? (
            <div className="flex flex-wrap items-center gap-3">
              <p className="min-w-0 flex-1 basis-60 text-dim">{words.keyLead}</p>
              <Button
                look="primary"
                isBusy={make.isPending}
                onClick={() => make.mutate({ body: { name, scopes: ['read', 'execute'] } })}
              >
                {words.makeKey}
              </Button>
            </div>
          ) : (
            <Note>{words.noKey}</Note>
          )}
          {make.error && <ErrorNote>{make.error.message}</ErrorNote>}
        </Card>
      </Section>
      <Section title={words.curl}>
        <Code label={words.curl}>{curlPiece(facts)}</Code>
      </Section>
      <Section title={words.typescript} lead={words.typescriptLead}>
        <Code label={words.typescript}>{typescriptPiece(facts)}</Code>
      </Section>
      <Section title={words.agent} lead={workflow.tool ? words.agentOn : words.agentOff}>
        <Code label={words.agent}>{agentPiece(facts)}</Code>
        <p className="my-3 flex flex-wrap gap-4 text-sm">
          <a href={links.cursor}>{words.addToCursor}</a>
          <a href={links.vscode}>{words.addToVsCode}</a>
        </p>
        <Code label={words.claude}>{links.claude}</Code>
      </Section>
      <Section title={words.chat} lead={words.chatLead}>
        <Code label={words.chat}>{chatPiece(facts)}</Code>
      </Section>
    </div>
  )
}
