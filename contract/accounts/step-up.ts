/** How people confirm who they are before a sensitive change, strongest first. */
export const stepUpWays = ['passkey', 'code', 'password'] as const
export type StepUpWay = (typeof stepUpWays)[number]
