import { useEffect, useRef, useState } from 'react'
import * as messages from '#contract/accounts/second-factor-messages.ts'
import {
  renewRecoveryCodes,
  startSecondFactor,
  turnOffSecondFactor,
  turnOnSecondFactor,
} from '#contract/features/second-factor.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { AccountLayout } from '#web/account/AccountLayout.tsx'
import { FactorDue } from '#web/account/FactorNotices.tsx'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useCall } from '#web/form/use-call.ts'
import { useForm } from '#web/form/use-form.ts'
import { AppKey } from '#web/second-factor/AppKey.tsx'
import { RecoveryCodes } from '#web/second-factor/RecoveryCodes.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import { DemandTile } from './DemandTile.tsx'

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

  /** A passkey also counts as a factor: with one, the count does not change. */
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

type Key = AnswerOf<typeof startSecondFactor>['data']
type SetUpTileProps = { isNews: boolean; onDone: (codes: string[]) => void }

/** The key for the app, then the first code. */
function SetUpTile({ isNews, onDone }: SetUpTileProps) {
  const [key, setKey] = useState<Key>()
  return (
    <section className="tile whole" aria-labelledby="set-up">
      <div role="status">
        {isNews && !key && <div className="banner ok">Two-step verification is off.</div>}
      </div>
      {key ? <ScanForm keyOfApp={key} onDone={onDone} /> : <Start isNews={isNews} onStarted={setKey} />}
    </section>
  )
}

function ScanForm({ keyOfApp, onDone }: { keyOfApp: Key; onDone: SetUpTileProps['onDone'] }) {
  const form = useForm({
    fields: { code: configOf(factorCode, { label: 'Six-digit code' }) },
    needsScript: true,
  })
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <>
      <h2 id="set-up" ref={heading} tabIndex={-1}>
        Scan this with your app
      </h2>
      <AppKey qrCode={keyOfApp.qr_code} code={keyOfApp.key} />
      <Form
        form={form}
        onSubmit={(values) =>
          makeCall(turnOnSecondFactor, values, {
            onAnswer: ({ data }) => onDone(data.recovery_codes),
            onErrors: form.serverErrors,
          })
        }
      >
        <TextField field={form.field('code')} inputMode="numeric" autoComplete="one-time-code" />
        <div className="cluster">
          <SubmitButton form={form}>Turn on</SubmitButton>
        </div>
      </Form>
    </>
  )
}

type StartProps = { isNews: boolean; onStarted: (key: Key) => void }

function Start({ isNews, onStarted }: StartProps) {
  const { isBusy, error, start } = useCall()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isNews) heading.current?.focus()
  }, [isNews])
  return (
    <>
      <h2 id="set-up" ref={heading} tabIndex={-1}>
        Turn it on
      </h2>
      <p className="hint">
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or
        1Password. Turning this on signs out all your other devices.
      </p>
      {error && <Banner tone="bad">{error}</Banner>}
      <div className="cluster">
        <Button busy={isBusy} onClick={() => start(startSecondFactor, {}, ({ data }) => onStarted(data))}>
          Continue
        </Button>
      </div>
    </>
  )
}

function CodesTile({ codes, text }: { codes: readonly string[]; text: string }) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  return (
    <section className="tile whole" aria-labelledby="codes">
      <h2 id="codes" ref={heading} tabIndex={-1}>
        Save your recovery codes
      </h2>
      <div className="banner ok unprinted">{text}</div>
      <RecoveryCodes codes={codes}>
        <LinkButton href={pages.security}>I have saved them</LinkButton>
      </RecoveryCodes>
    </section>
  )
}

const FEW_CODES = 3
const BY_YOU = 'You require it of everyone in the account. Stop requiring it before you turn it off.'

type OnTilesProps = {
  since: string
  codesLeft: number
  /** The owner who requires it of everyone, so that it cannot be turned off. */
  demandedBy: 'you' | 'the owner' | undefined
  onRenewed: (codes: string[]) => void
  onOff: () => void
}

export function OnTiles({ since, codesLeft, demandedBy, onRenewed, onOff }: OnTilesProps) {
  const renewal = useCall()
  const turningOff = useCall()
  const [isAsked, setAsked] = useState(false)
  return (
    <>
      <section className="tile" aria-labelledby="codes">
        <h2 id="codes">Recovery codes</h2>
        <p className={codesLeft <= FEW_CODES ? 'banner warn' : 'hint'}>{describeLeft(codesLeft)}</p>
        {renewal.error && <Banner tone="bad">{renewal.error}</Banner>}
        <div className="cluster">
          <Button
            busy={renewal.isBusy}
            onClick={() =>
              renewal.start(renewRecoveryCodes, {}, ({ data }) => onRenewed(data.recovery_codes))
            }
          >
            Create new codes
          </Button>
        </div>
      </section>
      <section className="tile" aria-labelledby="off">
        <h2 id="off">Turn it off</h2>
        <p className="hint">{`On since ${since}. Without it, your password alone opens your account.`}</p>
        {demandedBy ? (
          <p>{demandedBy === 'you' ? BY_YOU : messages.factorIsDemanded}</p>
        ) : (
          <>
            {turningOff.error && <Banner tone="bad">{turningOff.error}</Banner>}
            <div className="cluster">
              <Button look="quiet" busy={turningOff.isBusy} onClick={() => setAsked(true)}>
                Turn off
              </Button>
            </div>
            <TurnOffDialog
              open={isAsked}
              onCancel={() => setAsked(false)}
              onConfirm={() => {
                setAsked(false)
                turningOff.start(turnOffSecondFactor, {}, onOff)
              }}
            />
          </>
        )}
      </section>
    </>
  )
}

function describeLeft(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones now.'
  const codes = left === 1 ? '1 code' : `${left} codes`
  return `You have ${codes} left. New codes replace them.`
}

type TurnOffDialogProps = { open: boolean; onCancel: () => void; onConfirm: () => void }

function TurnOffDialog({ open, onCancel, onConfirm }: TurnOffDialogProps) {
  return (
    <Dialog
      title="Turn off two-step verification?"
      size="question"
      open={open}
      onClose={onCancel}
      footer={
        <>
          <Button look="quiet" onClick={onCancel}>
            Keep it on
          </Button>
          <Button onClick={onConfirm}>Turn off now</Button>
        </>
      }
    >
      <p>From then on, your password alone opens your account. Your recovery codes stop working.</p>
    </Dialog>
  )
}
