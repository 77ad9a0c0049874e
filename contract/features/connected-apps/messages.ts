import { onlyFor } from '#contract/accounts/people-messages.ts'
import { permissions } from '#contract/accounts/roles.ts'

/** For someone who could disconnect it when the page was opened, and has another role since. */
export const appOfOthers = `${onlyFor(permissions['manage-apps'])} Nothing was changed.`
