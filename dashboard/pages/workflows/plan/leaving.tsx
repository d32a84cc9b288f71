// Asks before somebody leaves with a text that is not saved: by a link, by back, by closing the tab.
import { useBlocker } from '@tanstack/react-router'
import { Button } from '../../../parts/button.tsx'
import { Dialog } from '../../../parts/dialog.tsx'
import { words } from '../../../words/write.ts'

/** @param isUnsaved asked when somebody leaves, so that typing costs nothing */
export function Leaving({ isUnsaved }: { readonly isUnsaved: () => boolean }) {
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: ({ current, next }) => current.pathname !== next.pathname && isUnsaved(),
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  })
  const stay = () => reset?.()
  return (
    <Dialog isOpen={status === 'blocked'} onClose={stay} title={words.leave} description={words.leaveHint}>
      <div className="flex justify-end gap-2">
        <Button onClick={stay}>{words.stay}</Button>
        <Button look="danger" onClick={() => proceed?.()}>
          {words.leaveAct}
        </Button>
      </div>
    </Dialog>
  )
}
