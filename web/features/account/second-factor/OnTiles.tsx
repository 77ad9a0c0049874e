import { renewRecoveryCodes, turnOffSecondFactor } from '#contract/features/second-factor/calls.ts'
import { factorCode } from '#contract/fields/second-factor.ts'
import { currentPassword } from '#contract/fields/sign-in.ts'
import { Form } from '#web/form/Form.tsx'
import { configOf } from '#web/form/field-config.ts'
import type { Values } from '#web/form/judge-fields.ts'
import { makeCall } from '#web/form/make-call.ts'
import { PasswordField } from '#web/form/PasswordField.tsx'
import type { ServerErrors } from '#web/form/refusal.ts'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import type { TaskResult } from '#web/form/use-busy.ts'
import { useForm } from '#web/form/use-form.ts'

const FEW_CODES = 3

type OnTilesProps = {
  email: string
  since: string
  codesLeft: number
  onRenewed: (codes: string[]) => void
  onOff: () => void
}

export function OnTiles({ email, since, codesLeft, onRenewed, onOff }: OnTilesProps) {
  return (
    <>
      <section className="tile" aria-labelledby="codes">
        <h2 id="codes">Recovery codes</h2>
        <p className={codesLeft <= FEW_CODES ? 'banner warn' : 'hint'}>{describeLeft(codesLeft)}</p>
        <ProofForm
          email={email}
          submit="Create new codes"
          onProved={(proof, onErrors) =>
            makeCall(renewRecoveryCodes, proof, {
              onAnswer: ({ data }) => onRenewed(data.recovery_codes),
              onErrors,
            })
          }
        />
      </section>
      <section className="tile" aria-labelledby="off">
        <h2 id="off">Turn it off</h2>
        <p className="hint">{`On since ${since}. Without it, your password alone opens your account.`}</p>
        <ProofForm
          email={email}
          submit="Turn off"
          onProved={(proof, onErrors) => makeCall(turnOffSecondFactor, proof, { onAnswer: onOff, onErrors })}
        />
      </section>
    </>
  )
}

function describeLeft(left: number): string {
  if (left === 0) return 'You have no recovery codes left. Create new ones now.'
  const codes = left === 1 ? '1 code' : `${left} codes`
  return `You have ${codes} left. New codes replace them.`
}

type Proof = Values<'current_password' | 'code'>
type ProofFormProps = {
  email: string
  submit: string
  onProved: (proof: Proof, onErrors: (errors: ServerErrors) => void) => Promise<TaskResult>
}

/** The password and the factor itself. */
function ProofForm({ email, submit, onProved }: ProofFormProps) {
  const form = useForm({
    fields: {
      current_password: configOf(currentPassword),
      code: configOf(factorCode, { label: 'Code from your app, or a recovery code' }),
    },
    needsScript: true,
  })
  return (
    <Form form={form} label={submit} onSubmit={(proof) => onProved(proof, form.serverErrors)}>
      <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
      <PasswordField field={form.field('current_password')} autoComplete="current-password" />
      <TextField field={form.field('code')} autoComplete="one-time-code" />
      <div className="cluster">
        <SubmitButton form={form}>{submit}</SubmitButton>
      </div>
    </Form>
  )
}
