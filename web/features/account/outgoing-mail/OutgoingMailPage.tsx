import { useEffect, useState } from 'react'
import { may } from '#contract/accounts/roles.ts'
import type { PageProps } from '#contract/page-values.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { useFocusOnChange } from '#web/ui/use-focus.ts'
import { CheckTile } from './CheckTile.tsx'
import { SettingsForm } from './SettingsForm.tsx'
import { useCheck } from './use-check.ts'

/** The account's own mail server: settings, status and how to change it. */
export function OutgoingMailPage(props: PageProps<'outgoing-mail'>) {
  const { server, settings, role } = props.values
  const [hasSettings, setHasSettings] = useState(settings !== null)
  const [removals, setRemovals] = useState(0)
  const heading = useFocusOnChange(removals)
  const [saves, setSaves] = useState(0)
  const check = useCheck(props.values.check)
  const canChange = may(role, 'manage-settings')
  // On a phone the result is below the button, and often below the screen.
  useEffect(() => {
    if (saves > 0) heading.current?.parentElement?.scrollIntoView({ block: 'nearest' })
  }, [saves, heading])
  return (
    <AccountLayout
      {...props}
      title="Outgoing mail"
      lede="Send the emails from your dialer through your own mail server."
    >
      <div className="tiles outgoing-mail">
        <section className="tile" aria-labelledby="server">
          <h2 id="server">Your mail server</h2>
          {canChange ? (
            <SettingsForm
              // A form of its own after each removal, without what was removed.
              key={removals}
              settings={removals === 0 ? settings : null}
              onSaved={(said) => {
                setHasSettings(true)
                setSaves(saves + 1)
                check.follow(said)
              }}
            />
          ) : (
            <p className="hint">
              {server ? `${server.host}, port ${server.port}, as ${server.fromAddress}. ` : ''}
              Only the owner or an admin of the account can change this.
            </p>
          )}
        </section>
        <CheckTile
          heading={heading}
          check={check.check}
          complaint={check.complaint}
          canAct={canChange && hasSettings}
          isBusy={check.isBusy}
          onAgain={check.again}
          onRemove={() =>
            check.remove(() => {
              setHasSettings(false)
              setRemovals(removals + 1)
            })
          }
        />
      </div>
    </AccountLayout>
  )
}
