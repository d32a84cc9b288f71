// The signing secret of a webhook, shown once, with the lines that verify a post.
import { Code } from '../../../parts/copy.tsx'
import { words } from '../../../words/settings/webhooks.ts'
import { SecretOnce } from '../shared/secret-once.tsx'

/** Of docs/guides/webhooks.md; `body` is the text as it came. */
const verifying = `import { createHmac, timingSafeEqual } from 'node:crypto'

export function isGenuine(headers, body, secret) {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  const text = \`\${headers['webhook-id']}.\${headers['webhook-timestamp']}.\${body}\`
  const expected = createHmac('sha256', key).update(text).digest()
  return headers['webhook-signature']
    .split(' ')
    .map(each => Buffer.from(each.slice('v1,'.length), 'base64'))
    .some(each => each.length === expected.length && timingSafeEqual(each, expected))
}`

export function ShownSecret({ secret, onDone }: { readonly secret: string; readonly onDone: () => void }) {
  return (
    <SecretOnce title={words.secretTitle} secret={secret} label={words.secret} onDone={onDone}>
      <div>
        <h3 className="text-sm font-medium">{words.verify}</h3>
        <p className="mb-1 text-sm text-dim">{words.verifyLead}</p>
        <Code label={words.verify}>{verifying}</Code>
      </div>
    </SecretOnce>
  )
}
