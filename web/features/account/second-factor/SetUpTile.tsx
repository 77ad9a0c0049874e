import { useEffect, useRef, useState } from 'react'
import { startSecondFactor, turnOnSecondFactor } from '#contract/features/second-factor.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import type { AnswerOf } from '#contract/wire/call.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import { makeCall } from '#web/form/make-call.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useCall } from '#web/form/use-call.ts'
import { useForm } from '#web/form/use-form.ts'
import { AppKey } from '#web/second-factor/AppKey.tsx'
import { Banner } from '#web/ui/Banner.tsx'
import { Button } from '#web/ui/Button.tsx'

type Key = AnswerOf<typeof startSecondFactor>['data']
type SetUpTileProps = { isNews: boolean; onDone: (codes: string[]) => void }

/** The key for the app, then the first code. */
export function SetUpTile({ isNews, onDone }: SetUpTileProps) {
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
