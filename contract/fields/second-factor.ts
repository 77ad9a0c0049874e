import { TRUSTED_DEVICE_DAYS } from '#contract/calendar/lifetimes.ts'
import { field } from '#contract/wire/field.ts'

/** Six digits from an authenticator app, or a recovery code. */
export const factorCode = field('Code', { required: true, maxLength: 40 })
export const trustDevice = field(`Do not ask again on this device for ${TRUSTED_DEVICE_DAYS} days`, {})
