// API keys: the list, a new one, one shown once.
import { Plus } from 'lucide-react'
import { useState } from 'react'
import { readPages } from '../../../app/api.ts'
import { Button } from '../../../parts/button.tsx'
import { Code } from '../../../parts/copy.tsx'
import { Empty } from '../../../parts/notes.tsx'
import { Page } from '../../../parts/page.tsx'
import { Rows } from '../../../parts/rows.tsx'
import { words } from '../../../words/settings/api-keys.ts'
import { ForAdmins } from '../shared/admins.tsx'
import { SecretOnce } from '../shared/secret-once.tsx'
import { CreateKey } from './create-key.tsx'
import { KeyTable } from './key-table.tsx'
import { type CreatedKey, curlOf, type Key } from './key-texts.ts'

export function ApiKeysPage() {
  return (
    <ForAdmins title={words.title}>
      <Keys />
    </ForAdmins>
  )
}

function Keys() {
  const [isCreating, setCreating] = useState(false)
  const [made, setMade] = useState<CreatedKey | null>(null)
  const create = (
    <Button look="primary" icon={<Plus className="size-4" />} onClick={() => setCreating(true)}>
      {words.create}
    </Button>
  )
  return (
    <Page title={words.title} lead={words.lead} actions={create}>
      {made && (
        <SecretOnce
          title={words.shownTitle(made.name)}
          secret={made.key}
          label={words.theKey}
          onDone={() => setMade(null)}
        >
          <div>
            <h3 className="mb-1 text-sm font-medium">{words.tryIt}</h3>
            <Code label={words.tryIt}>{curlOf(made, location.origin)}</Code>
          </div>
        </SecretOnce>
      )}
      <Rows<Key>
        options={readPages('GET /api/v1/apikeys')}
        empty={
          <Empty title={words.emptyTitle} action={create}>
            {words.empty}
          </Empty>
        }
      >
        {keys => <KeyTable keys={keys} onRotated={setMade} />}
      </Rows>
      <CreateKey
        isOpen={isCreating}
        onClose={() => setCreating(false)}
        onCreated={key => {
          setCreating(false)
          setMade(key)
        }}
      />
    </Page>
  )
}
