import { latePart } from '#web/ui/late-part.tsx'

/** Few people have several accounts: useAccountChoice fetches it while it looks up who is asking. */
export const AccountChooser = latePart(async () => (await import('./ChooserDialog.tsx')).ChooserDialog)
