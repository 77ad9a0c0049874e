import type { AccessObstacle, EndObstacle } from './give-access.ts'

/** Why something cannot be done now, for an operator at the desk. */
export const obstacleTexts: Record<AccessObstacle | EndObstacle, string> = {
  fraud: 'The account is marked for fraud. Remove the mark first.',
  'free-already': 'The plan is free of charge already.',
  'being-set-up': 'The account is still being set up. Try again when it is ready.',
  'not-joined': 'The owner has not joined yet and could not sign in.',
  'being-charged': 'A charge is in progress. Try again when its outcome is known.',
  'open-bill': 'Waive or collect the open bill first.',
  'not-free': 'The account has no free access.',
  'no-card':
    'There is no card on file, so the next month could not be charged. The owner can add one under Billing.',
}
