import { latePart } from '#web/ui/late-part.tsx'

/** A page that shows it fetches it in its `prepare`, so that it is in the HTML and hydrated at once. */
export const PostedChooser = latePart(async () => (await import('./PostedDialog.tsx')).PostedDialog)
