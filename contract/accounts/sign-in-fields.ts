import * as z from 'zod/mini'
import { checkbox, note } from '#contract/wire/schema.ts'

/** An account as listed in the account chooser. */
export const accountRow = z.object({
  id: z.number(),
  company: z.string(),
  name: z.string(),
  pin: z.string(),
  status: z.string(),
  status_id: z.string(),
  is_should_sign_up: z.boolean(),
})
export type AccountRow = z.infer<typeof accountRow>

/** What every sign-in method sends about the device, and where to go afterwards. */
export const visitFields = {
  screen_height: note(8, 'Height of the screen in pixels'),
  screen_width: note(8, 'Width of the screen in pixels'),
  browser_name: note(60, 'Name of the browser'),
  browser_version: note(60, 'Version of the browser'),
  mobile_retry: checkbox(),
  is_mobile: checkbox(),
  next: note(200, 'Path of the account page to open afterwards. Anything else is ignored.'),
}
