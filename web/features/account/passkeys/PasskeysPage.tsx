import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/accounts/passkey-messages.ts'
import type { Passkey } from '#contract/features/passkeys.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { LostPasskeys, ledeOf } from './LostPasskeys.tsx'
import { LostTile } from './LostTile.tsx'
import { PasskeyTable } from './PasskeyTable.tsx'
import { RemoveDialog } from './RemoveDialog.tsx'
import { RenameDialog } from './RenameDialog.tsx'
import { usePasskeys } from './use-passkeys.ts'
import { useRemoval } from './use-removal.ts'

export function PasskeysPage(props: PageProps<'passkeys'>) {
  const { passkeys } = props.values
  return passkeys ? <PasskeyList {...props} listed={passkeys} /> : <LostPasskeys {...props} />
}

function PasskeyList({ listed, ...props }: PageProps<'passkeys'> & { listed: Passkey[] }) {
  const { values } = props
  const isHydrated = useHydrated()
  const [removed, setRemoved] = useState<Passkey>()
  const [renamed, setRenamed] = useState<Passkey>()
  const [renamings, setRenamings] = useState(0)
  const { removal, wait, cancel } = useRemoval(values.lost)
  const { passkeys, said, isBusy, add, remove, rename } = usePasskeys(listed, closeDialogs, cancel)
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may have been removed with its passkey. Runs after the dialog's own effect, as nothing behind
  // an open dialog can be focused.
  useEffect(() => {
    if (said?.tone === 'ok') heading.current?.focus()
  }, [said])

  function closeDialogs() {
    setRemoved(undefined)
    setRenamed(undefined)
  }

  function askForName(passkey: Passkey) {
    setRenamed(passkey)
    setRenamings(renamings + 1)
  }

  const lost = passkeys.length > 0 ? values.lost : undefined
  return (
    <AccountLayout
      {...props}
      onConfirmed={cancel}
      saysRemoval={lost !== undefined}
      title="Passkeys"
      isOn={passkeys.length > 0}
      lede={ledeOf(passkeys.length > 0)}
    >
      <p>
        <a href={pages.security}>Back to Security</a>
      </p>
      <section className="tile whole" aria-labelledby="passkeys">
        <div className="between">
          <h2 id="passkeys" ref={heading} tabIndex={-1}>
            Your passkeys
          </h2>
          {values.worksAt === null && (
            <Button small busy={isBusy} disabled={!isHydrated} onClick={add}>
              Add a passkey
            </Button>
          )}
        </div>
        <div role="status">{said?.tone === 'ok' && <div className="banner ok">{said.text}</div>}</div>
        {said?.tone === 'bad' && <Banner tone="bad">{said.text}</Banner>}
        {values.worksAt !== null && <Banner tone="info">{messages.passkeyNotHere(values.worksAt)}</Banner>}
        <noscript>
          <p className="banner warn">Passkeys need JavaScript. Please turn it on in your browser.</p>
        </noscript>
        {passkeys.length === 0 ? (
          <p className="hint">
            You have none yet. A passkey is kept by your phone, your computer or your password manager. It
            cannot be guessed, or typed into a false page.
          </p>
        ) : (
          <PasskeyTable
            passkeys={passkeys}
            isReady={isHydrated}
            onRename={askForName}
            onRemove={setRemoved}
          />
        )}
      </section>
      {lost && (
        <LostTile email={values.email} lost={lost} removal={removal} onAsked={wait} onCanceled={cancel} />
      )}
      {/* Another one each time it opens, not when it closes: only a dialog that stays gives the focus back. */}
      <RenameDialog
        key={renamings}
        passkey={renamed}
        onRename={rename}
        onCancel={() => setRenamed(undefined)}
      />
      <RemoveDialog
        passkey={removed}
        isBusy={isBusy}
        onRemove={remove}
        onCancel={() => setRemoved(undefined)}
      />
    </AccountLayout>
  )
}
