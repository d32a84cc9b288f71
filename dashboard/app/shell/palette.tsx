// The command palette: pages, settings, workflows by name, anything by its id, and acts. Loaded when it is
// first opened.
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { Command } from 'cmdk'
import { Dialog as Radix } from 'radix-ui'
import { useState } from 'react'
import { words } from '../../words/shell.ts'
import { read } from '../api.ts'
import { hasRole, useUser } from '../session.ts'
import { sections } from '../settings-sections.ts'
import { guide, pages, reference } from './pages.ts'

/** Where an id leads, by its prefix. */
const places: Readonly<Record<string, string>> = {
  wf: '/workflows/',
  exec: '/runs/',
  apr: '/approvals/',
  chat: '/chat/',
  srv: '/settings/mcp-servers/',
  wh: '/settings/webhooks/',
  cred: '/settings/credentials/',
}

const item =
  'flex h-9 cursor-default items-center gap-2 rounded-sm px-2 text-sm data-[selected=true]:bg-hover'
const group =
  '[&_[cmdk-group-heading]]:px-2 [&_[cmdk-group-heading]]:py-1 [&_[cmdk-group-heading]]:text-xs [&_[cmdk-group-heading]]:text-dim'

export function Palette({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const user = useUser()
  const workflows = useQuery(read('GET /api/v1/workflows/names'))
  const go = (href: string) => {
    onClose()
    if (href === guide.path || href === reference.path) location.assign(href)
    else void navigate({ href })
  }
  const id = text.trim()
  const place = places[/^([a-z]+)_[0-9a-z]{26}$/.exec(id)?.[1] ?? '']
  return (
    <Radix.Root open onOpenChange={open => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="fixed inset-0 z-40 bg-[oklch(0_0_0/0.4)]" />
        <Radix.Content
          aria-describedby={undefined}
          className="fixed start-1/2 top-[12vh] z-50 w-[calc(100vw-32px)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border bg-raised shadow-float rtl:translate-x-1/2"
        >
          <Radix.Title className="sr-only">{words.search}</Radix.Title>
          <Command label={words.search}>
            <Command.Input
              value={text}
              onValueChange={setText}
              placeholder={words.palette.placeholder}
              className="h-11 w-full border-b bg-transparent px-4 text-base outline-none"
            />
            <Command.List className="max-h-[50vh] overflow-y-auto p-1.5">
              <Command.Empty className="px-2 py-6 text-center text-dim">
                {words.palette.nothing}
              </Command.Empty>
              {place !== undefined && (
                <Command.Item value={id} className={item} onSelect={() => go(`${place}${id}`)}>
                  {words.palette.openById(id)}
                </Command.Item>
              )}
              <Command.Group heading={words.palette.acts} className={group}>
                <Command.Item className={item} onSelect={() => go('/workflows/new')}>
                  {words.palette.newWorkflow}
                </Command.Item>
              </Command.Group>
              <Command.Group heading={words.palette.pages} className={group}>
                {[...pages, guide, reference].map(({ path, label, icon: Icon }) => (
                  <Command.Item key={path} className={item} onSelect={() => go(path)}>
                    <Icon aria-hidden="true" className="size-4 text-dim" />
                    {label}
                  </Command.Item>
                ))}
              </Command.Group>
              {sections.map(([title, links]) => (
                <Command.Group key={title} heading={words.palette.settings(title)} className={group}>
                  {links
                    .filter(([, , least]) => hasRole(user, least))
                    .map(([path, label]) => (
                      <Command.Item
                        key={path}
                        value={path}
                        keywords={[label, title, words.settings]}
                        className={item}
                        onSelect={() => go(path)}
                      >
                        {label}
                      </Command.Item>
                    ))}
                </Command.Group>
              ))}
              {(workflows.data?.length ?? 0) > 0 && (
                <Command.Group heading={words.palette.workflows} className={group}>
                  {workflows.data!.map(({ id: workflow, name }) => (
                    <Command.Item
                      key={workflow}
                      value={`${name} ${workflow}`}
                      className={item}
                      onSelect={() => go(`/workflows/${workflow}`)}
                    >
                      <span className="truncate">{name}</span>
                    </Command.Item>
                  ))}
                </Command.Group>
              )}
            </Command.List>
          </Command>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
