import { latePart } from '#web/ui/late-part.tsx'

/** Few people have several accounts, so useAccountChoice fetches it during the lookup. */
export const AccountChooser = latePart(async () => (await import('./ChooserDialog.tsx')).ChooserDialog)
