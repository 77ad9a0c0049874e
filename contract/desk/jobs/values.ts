import * as z from 'zod/mini'

const queueRow = z.object({
  name: z.string(),
  ready: z.number(),
  later: z.number(),
  active: z.number(),
  failed: z.number(),
})
export type QueueRow = z.infer<typeof queueRow>

const failedJob = z.object({
  id: z.string(),
  queue: z.string(),
  tries: z.number(),
  failedAt: z.string(),
  error: z.string(),
  /** Not a set-up or an email, which are tried again as a whole. */
  canRetry: z.boolean(),
})
export type FailedJob = z.infer<typeof failedJob>

const setUpRow = z.object({
  pin: z.string(),
  company: z.string(),
  state: z.enum(['running', 'dead']),
  tries: z.number(),
  lastError: z.string(),
  startedAt: z.string(),
  /** Why it cannot be tried again now. */
  why: z.nullable(z.string()),
})
export type SetUpRow = z.infer<typeof setUpRow>

const waitingMail = z.object({
  id: z.number(),
  purpose: z.string(),
  recipient: z.string(),
  pin: z.nullable(z.string()),
  tries: z.number(),
  lastError: z.string(),
  createdAt: z.string(),
})
export type WaitingMail = z.infer<typeof waitingMail>

export const jobsValues = z.object({
  queues: z.array(queueRow),
  failed: z.array(failedJob),
  setUps: z.array(setUpRow),
  mails: z.array(waitingMail),
  /** There are more than the page shows. */
  areMailsCut: z.boolean(),
  areSetUpsCut: z.boolean(),
})
export type JobsValues = z.infer<typeof jobsValues>
