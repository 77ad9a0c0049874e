import { useEffect, useRef, useState } from 'react'
import { accountPages, openPagesOf } from '#contract/accounts/account-pages.ts'
import type { AccountValues } from '#contract/accounts/account-values.ts'
import * as messages from '#contract/accounts/passkey-messages.ts'
import { type Passkey, passkeyName } from '#contract/features/passkeys.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { LostTile, OtherWay, useRemoval } from './LostTile.tsx'
import { usePasskeys } from './use-passkeys.ts'

/**
 * For someone who can only pay or reactivate it has no list: changing the card may also need a passkey. Once the account
 * is paid, the same page shows the list, and what it said about the payment stays.
 */
export function PasskeysPage(props: PageProps<'passkeys'>) {
  const { values } = props
  const isHydrated = useHydrated()
  const [removed, setRemoved] = useState<Passkey>()
  const [renamed, setRenamed] = useState<Passkey>()
  const [renamings, setRenamings] = useState(0)
  const { removal, wait, cancel } = useRemoval(values.lost)
  const { passkeys, message, isBusy, add, remove, rename } = usePasskeys(
    values.passkeys ?? [],
    closeDialogs,
    cancel,
  )
  const heading = useRef<HTMLHeadingElement>(null)
  // The pressed button may have been removed with its passkey. Runs after the dialog's own effect, as nothing behind
  // an open dialog can be focused.
  useEffect(() => {
    if (message?.tone === 'ok') heading.current?.focus()
  }, [message])

  function closeDialogs() {
    setRemoved(undefined)
    setRenamed(undefined)
  }

  function askForName(passkey: Passkey) {
    setRenamed(passkey)
    setRenamings(renamings + 1)
  }

  const hasPasskeys = values.passkeys ? passkeys.length > 0 : values.hasPasskeys
  const lost = hasPasskeys ? values.lost : undefined
  return (
    <AccountLayout
      {...props}
      onConfirmed={cancel}
      saysRemoval={lost !== undefined}
      title="Passkeys"
      isOn={hasPasskeys}
      lede={
        hasPasskeys
          ? 'You can sign in with a passkey instead of your password.'
          : 'Sign in with your fingerprint, face or screen lock instead of your password.'
      }
    >
      <LinkBack {...values} />
      {values.passkeys && (
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
          <div role="status">{message?.tone === 'ok' && <div className="banner ok">{message.text}</div>}</div>
          {message?.tone === 'bad' && <Banner tone="bad">{message.text}</Banner>}
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
      )}
      {lost && (
        <LostTile email={values.email} lost={lost} removal={removal} onAsked={wait} onCanceled={cancel} />
      )}
      {values.confirmsWith && <OtherWay confirmsWith={values.confirmsWith} hasPasskeys={hasPasskeys} />}
      {/* Replaced each time it opens, not when it closes: only a dialog that stays restores the focus. */}
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

function LinkBack({ scope, role }: Pick<AccountValues, 'scope' | 'role'>) {
  const [home] = scope === 'account' ? (['security'] as const) : openPagesOf(scope, role)
  if (!home) return null
  return (
    <p>
      <a href={accountPages[home].path}>{`Back to ${accountPages[home].label}`}</a>
    </p>
  )
}

type PasskeyTableProps = {
  passkeys: readonly Passkey[]
  /** False before hydration, while the buttons do nothing yet. */
  isReady: boolean
  onRename: (passkey: Passkey) => void
  onRemove: (passkey: Passkey) => void
}

function PasskeyTable({ passkeys, isReady, onRename, onRemove }: PasskeyTableProps) {
  return (
    <table className="table stacks account-people">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Created</th>
          <th scope="col">Last used</th>
          <th scope="col">Option</th>
        </tr>
      </thead>
      <tbody>
        {passkeys.map((passkey) => (
          <tr key={passkey.id}>
            <th scope="row" data-label="Name">
              <span>
                <b>{passkey.name}</b>
                <small>{passkey.is_synced ? 'Synced across your devices' : 'Only on one device'}</small>
              </span>
            </th>
            <td data-label="Created">{passkey.made}</td>
            <td data-label="Last used">{passkey.last_used ?? 'Never'}</td>
            <td>
              <div className="cluster end">
                <Button
                  small
                  look="quiet"
                  disabled={!isReady}
                  label={`Rename ${passkey.name}`}
                  onClick={() => onRename(passkey)}
                >
                  Rename
                </Button>
                <Button
                  small
                  look="quiet"
                  disabled={!isReady}
                  label={`Remove ${passkey.name}`}
                  onClick={() => onRemove(passkey)}
                >
                  Remove
                </Button>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

type RenameDialogProps = {
  /** Open while set. */
  passkey: Passkey | undefined
  onRename: (passkey: Passkey, name: string, onErrors: (errors: ServerErrors) => void) => Promise<TaskResult>
  onCancel: () => void
}

function RenameDialog({ passkey, onRename, onCancel }: RenameDialogProps) {
  const form = useForm({
    fields: { name: configOf(passkeyName, { value: passkey?.name ?? '' }) },
    needsScript: true,
  })
  return (
    <Dialog
      title="Rename this passkey"
      size="question"
      open={passkey !== undefined}
      busy={form.isBusy}
      onClose={onCancel}
    >
      <Form form={form} onSubmit={({ name }) => passkey && onRename(passkey, name, form.serverErrors)}>
        <TextField field={form.field('name')} hint="Such as “Work laptop” or “My phone”." />
        <div className="cluster">
          <SubmitButton form={form}>Save</SubmitButton>
          <Button look="quiet" disabled={form.isBusy} onClick={onCancel}>
            Cancel
          </Button>
        </div>
      </Form>
    </Dialog>
  )
}

type RemoveDialogProps = {
  /** Open while set. */
  passkey: Passkey | undefined
  isBusy: boolean
  onRemove: (passkey: Passkey) => void
  onCancel: () => void
}

function RemoveDialog({ passkey, isBusy, onRemove, onCancel }: RemoveDialogProps) {
  return (
    <Dialog
      title="Remove this passkey?"
      size="question"
      open={passkey !== undefined}
      busy={isBusy}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
          <Button busy={isBusy} onClick={() => passkey && onRemove(passkey)}>
            Remove
          </Button>
        </>
      }
    >
      <p>
        {`You can no longer sign in with “${passkey?.name ?? ''}”. If your browser still offers it, delete it there, too.`}
      </p>
    </Dialog>
  )
}
