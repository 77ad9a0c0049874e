import { HAND_OVER_UNDO_HOURS } from '#contract/calendar/lifetimes.ts'
import type { Ownership } from '#contract/features/not-me.ts'
import { Banner } from '#web/ui/Banner.tsx'

/** For somebody who was the owner of the account. */
export function OwnershipBanner({ ownership, phone }: { ownership: Ownership | null; phone: string }) {
  if (ownership === 'comes-back')
    return (
      <div className="banner">
        {`The account has a new owner. Once you have set a new password, within ${HAND_OVER_UNDO_HOURS} hours, you are its owner again. A card that the new owner has entered is removed. Bills that were paid stay paid.`}
      </div>
    )
  if (ownership === 'call')
    return (
      <Banner tone="bad">
        {`You are no longer the owner of the account, and this does not change that. Call ${phone} now.`}
      </Banner>
    )
  return null
}
