export const viewEnded = 'This view has ended.'
export const notInView = 'This page is not part of the view.'
export const cannotSignIn =
  'This person cannot sign in while the account is in this state, so there are no pages to see.'
export const hasNotJoined = 'This person has not accepted the invitation yet. There are no pages to see.'
export const mustSetUpFactor =
  'This person must set up two-step verification before the pages open. There are no pages to see.'
export const notInAccount = 'This person is not in the account any more. Choose another one.'
