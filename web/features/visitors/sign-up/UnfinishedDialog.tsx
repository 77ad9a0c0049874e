import { latePart } from '#web/ui/late-part.tsx'

/** Few visitors come back to a sign-up: fetched when the look-up finds one. */
export const UnfinishedDialog = latePart(
  async () => (await import('./UnfinishedWarning.tsx')).UnfinishedWarning,
)
