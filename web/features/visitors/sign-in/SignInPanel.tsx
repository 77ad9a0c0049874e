import type { PageProps } from '#contract/page-values.ts'
import { SafeMarkup } from '#web/ui/SafeMarkup.tsx'
import { SystemStatus } from '#web/ui/SystemStatus.tsx'
import { BlogCarousel } from './BlogCarousel.tsx'

export function SignInPanel({ values, provider }: Pick<PageProps<'sign-in'>, 'values' | 'provider'>) {
  return (
    <>
      <SystemStatus status={values.systemStatus} />
      <h2>More conversations, less dialing.</h2>
      <p>
        <SafeMarkup text={values.loginMessage} />
      </p>
      <BlogCarousel provider={provider} />
    </>
  )
}
