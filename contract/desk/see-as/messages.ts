export const viewEnded = 'This view has ended.'
export const notInView = 'This page is not part of the view.'
export const cannotSignIn =
  'In its present state, the account does not let this person sign in. There are no pages to see.'
export const hasNotJoined = 'This person has not accepted the invitation yet. There are no pages to see.'
export const mustSetUpFactor =
  'This person must set up two-step verification before the pages open. There are no pages to see.'
export const notInAccount = 'This person is not in the account any more. Choose another one.'
