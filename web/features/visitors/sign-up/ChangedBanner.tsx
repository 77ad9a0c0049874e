import { Banner } from '#web/ui/Banner.tsx'

/** Next or PAY NOW was pressed, and the form was changed before the answer came. */
export function ChangedBanner() {
  return (
    <Banner tone="info">You changed your details in the meantime. Press Next to continue with them.</Banner>
  )
}
