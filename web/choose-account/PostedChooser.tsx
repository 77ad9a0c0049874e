import { latePart } from '#web/ui/late-part.tsx'

/** Pages that show it fetch it in `prepare`, so that it is in the HTML and hydrated at once. */
export const PostedChooser = latePart(async () => (await import('./PostedDialog.tsx')).PostedDialog)
