import { FACTOR_RECOVERY_HOURS, RESET_COUNTS_DAYS } from '#contract/calendar/lifetimes.ts'

export const wrongCode =
  'This code is incorrect or was already used. Enter the newest code from your authenticator app, or a recovery code.'
export const wrongFirstCode =
  'This code is incorrect, or the set-up took too long. Enter the newest code, or start again by reloading the page.'
export const secondStepOver = 'This sign-in was completed or has expired. Please sign in again.'
export const alreadyOn = 'Two-step verification is already on. Please reload the page.'
export const alreadyOff = 'Two-step verification is already off. Please reload the page.'
export const recoveryLinkInvalid =
  'This link no longer works. The request was already canceled, or it was carried out.'
export const recoveryOver =
  'This request was already canceled, or it was carried out. Please reload the page.'
export const ownFactorFirst = 'Turn on two-step verification for yourself before you require it of others.'
export const factorIsDemanded =
  'The owner of your account requires two-step verification of everyone, so you cannot give up the only way you have.'
/** An extra sentence if a removal takes longer than usual. */
export const longerWait = (hours: number) =>
  hours > FACTOR_RECOVERY_HOURS
    ? ` It takes ${hours} hours because your password was reset by email in the last ${RESET_COUNTS_DAYS} days.`
    : ''
