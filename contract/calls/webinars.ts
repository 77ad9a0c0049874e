import * as z from 'zod/mini'
import { call } from './call.ts'

const slot = z.object({ is_active: z.boolean() })

export const webinarStatus = call({
  number: 14,
  summary: 'Which training webinar is open now',
  method: 'GET',
  path: '/rest/webinars/check-status/',
  encoding: 'none',
  body: z.object({}),
  answer: z.object({ webinars: z.object({ morning: slot, afternoon: slot }) }),
  words: 'errors',
  answers: 'webinars',
  refusals: [],
})

export const WEBINAR_POLL_SECONDS = 60
