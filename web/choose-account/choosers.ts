import { latePart } from '#web/ui/late-part.tsx'

/** Few people have several accounts, so useAccountChoice fetches it during the lookup. */
export const AccountChooser = latePart(async () => (await import('./ChooserDialog.tsx')).ChooserDialog)

/** Pages that show it fetch it in `prepare`, so that it is in the HTML and hydrated at once. */
export const PostedChooser = latePart(async () => (await import('./FormPostDialog.tsx')).FormPostDialog)
