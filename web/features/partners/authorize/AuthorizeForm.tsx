import type { PageProps } from '#contract/page-values.ts'
import { pages } from '#contract/pages.ts'
import { AccountChooser } from '#web/choose-account/choosers.ts'
import { Form } from '#web/form/Form.tsx'
import { PasswordField } from '#web/form/PasswordField.tsx'
import { SubmitButton } from '#web/form/SubmitButton.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { leaveFor } from '#web/leave-for.ts'
import { Button } from '#web/ui/Button.tsx'
import { SupportBanner } from '#web/ui/SupportBanner.tsx'
import { useAuthorize } from './use-authorize.ts'

type AuthorizeFormProps = Pick<PageProps<'authorize' | 'authorize-zapier'>, 'page' | 'query' | 'provider'>

export function AuthorizeForm({ page, query, provider }: AuthorizeFormProps) {
  const { form, goBackUri, lookUp, chooser } = useAuthorize(page, query)
  return (
    <>
      <Form form={form} onSubmit={lookUp}>
        <TextField field={form.field('email')} inputMode="email" />
        <PasswordField field={form.field('password')} />
        <SubmitButton form={form} whenValid>
          Submit
        </SubmitButton>
        {goBackUri && (
          <Button look="ghost" onClick={() => leaveFor(goBackUri)}>
            Back to the partner
          </Button>
        )}
        <div className="between ways">
          <a href={pages['password-reset']}>Forgot your password?</a>
          <SupportBanner provider={provider} />
        </div>
      </Form>
      <AccountChooser option="Login" {...chooser} />
    </>
  )
}
