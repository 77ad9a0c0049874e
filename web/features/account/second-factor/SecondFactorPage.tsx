import { useState } from 'react'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { FactorDue } from '#web/account/FactorNotices.tsx'
import { CodesTile } from './CodesTile.tsx'
import { DemandTile } from './DemandTile.tsx'
import { OnTiles } from './OnTiles.tsx'
import { SetUpTile } from './SetUpTile.tsx'

type State =
  | { kind: 'off'; isNews: boolean }
  | { kind: 'codes'; codes: string[]; text: string }
  | { kind: 'on'; since: string; codesLeft: number }

const ON = 'Two-step verification is on. All your other devices were signed out.'
const RENEWED = 'These codes replace your old ones, which no longer work.'

export function SecondFactorPage(props: PageProps<'second-factor'>) {
  const { factor, isDemanded, hasPasskey, factorDueAt } = props.values
  const [everyone, setEveryone] = useState(props.values.everyone)
  const by = everyone ? everyone.demand && 'you' : isDemanded && 'the owner'
  const demandedBy = hasPasskey || !by ? undefined : by
  const [state, setState] = useState<State>(
    factor ? { kind: 'on', ...factor } : { kind: 'off', isNews: false },
  )

  const isOn = state.kind !== 'off'

  /** A passkey counts as a factor, too: with one, nothing changes for the count. */
  function countOwn(more: 1 | -1) {
    if (hasPasskey) return
    setEveryone((now) => now && { ...now, without_factor: now.without_factor + more })
  }

  function turnedOn(codes: string[]) {
    setState({ kind: 'codes', codes, text: ON })
    countOwn(-1)
  }

  function turnedOff() {
    setState({ kind: 'off', isNews: true })
    countOwn(1)
  }

  return (
    <AccountLayout
      {...props}
      needsScript
      title="Two-step verification"
      isOn={isOn}
      lede={
        isOn
          ? 'It is on: signing in takes your password and a code from the app on your phone.'
          : 'A code from an app on your phone, as well as your password.'
      }
    >
      <p>
        <a href={pages.security}>Back to Security</a>
      </p>
      {!isOn && factorDueAt && <FactorDue dueAt={factorDueAt} />}
      <div className="tiles">
        {state.kind === 'off' && <SetUpTile isNews={state.isNews} onDone={turnedOn} />}
        {state.kind === 'codes' && <CodesTile codes={state.codes} text={state.text} />}
        {state.kind === 'on' && (
          <OnTiles
            since={state.since}
            codesLeft={state.codesLeft}
            onRenewed={(codes) => setState({ kind: 'codes', codes, text: RENEWED })}
            demandedBy={demandedBy}
            onOff={turnedOff}
          />
        )}
        {everyone && <DemandTile everyone={everyone} hasOwn={isOn || hasPasskey} onChange={setEveryone} />}
      </div>
    </AccountLayout>
  )
}
