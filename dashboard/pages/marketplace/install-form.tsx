// Installs an entry, or changes how it is installed: its credential and its settings.
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Answer } from '../../../http/client.ts'
import { read, useCall } from '../../app/api.ts'
import { Dialog } from '../../parts/dialog.tsx'
import { Form } from '../../parts/form.tsx'
import { readTexts, textsOf } from '../../parts/schema-form/read-texts.ts'
import { SchemaForm } from '../../parts/schema-form/schema-form.tsx'
import { toast } from '../../parts/toast.tsx'
import { words } from '../../words/marketplace.ts'
import { CredentialChoice } from '../settings/tools/credential-choice.tsx'
import { PackageNote, usePackage } from './package.tsx'
import { refreshes } from './patterns.ts'

interface InstallFormProps {
  readonly entry: Answer<'GET /api/v1/marketplace/tools/:id'>
  readonly onClose: () => void
}

export function InstallForm({ entry, onClose }: InstallFormProps) {
  const { id, name, credential, settings, installation } = entry
  const [texts, setTexts] = useState(() => textsOf(settings ?? {}, installation?.settings ?? {}))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const onDone = () => {
    toast(installation === null ? words.isInstalled(name) : words.saved)
    onClose()
  }
  const install = useCall('POST /api/v1/marketplace/tools/:id/install', { refreshes, onDone })
  const change = useCall('PUT /api/v1/marketplace/tools/:id/install', { refreshes, onDone })
  const program = usePackage(entry, installation === null)
  async function send({ credentialId }: Readonly<Record<string, string>>): Promise<void> {
    const found = readTexts(settings ?? {}, texts)
    setErrors(found.errors)
    if (Object.keys(found.errors).length > 0) return
    const body = { credentialId: credentialId || null, ...(settings && { settings: found.values as never }) }
    if (installation === null)
      await install.mutateAsync({ params: { id }, body: { ...body, ...program.data } })
    else await change.mutateAsync({ params: { id }, body })
  }
  const action = installation === null ? words.install : words.save
  return (
    <Dialog isOpen onClose={onClose} title={installation === null ? words.installTitle(name) : words.change}>
      <Form onSend={send} action={action}>
        {entry.package !== null && installation === null && <PackageNote query={program} />}
        {credential !== null && (
          <>
            <CredentialChoice
              kinds={credential.kinds}
              chosen={installation?.credentialId ?? null}
              hint={credential.hint}
            />
            <MissingCredential kinds={credential.kinds} />
          </>
        )}
        {settings !== null && (
          <SchemaForm schema={settings} texts={texts} onChange={setTexts} errors={errors} />
        )}
      </Form>
    </Dialog>
  )
}

function MissingCredential({ kinds }: { readonly kinds: readonly string[] }) {
  const { data } = useQuery(read('GET /api/v1/credentials', { query: { limit: 100 } }))
  if (data === undefined || data.some(({ kind }) => kinds.includes(kind))) return null
  return (
    <p className="text-sm text-dim">
      {words.noCredentials} <Link to="/settings/credentials">{words.addCredential}</Link>
    </p>
  )
}
