import type { Post } from '../post.ts'

export const voicemail: Post = {
  slug: 'your-voicemail-has-one-job',
  title: 'Your voicemail has one job',
  published: '2026-10-06',
  summary: 'It is not there to sell, to explain or to book. It is there to make a name familiar.',
  paragraphs: [
    'Four of five calls end at a machine, and most callers treat the machine as a smaller version of the person. They explain the offer, name two credentials, give a number twice and wonder why nobody rings back. A voicemail cannot hold a conversation. It has one job, and that is to make sure your name is not strange the next time it shows on the screen.',
    'Fifteen seconds do that well: who you are, the one reason for calling, and when you will try again. “Hi Mr. Alvarez, it’s Dana at North Shore. I have the sale price of the house next to yours. I’ll try you again tomorrow after five.” There is no request in it, so there is nothing to refuse, and when the phone rings tomorrow after five there is a small debt of curiosity on your side.',
    'Record it standing up, and record it again until you sound like someone who is about to smile. Keep three versions, one for each kind of list, and change them every month, because people on a long list do hear you twice. Numbers go in slowly or not at all: the phone has already saved yours.',
    'And keep the promise. A message that says tomorrow after five & is followed by silence does more harm than no message. Put the call-back into the list before the beep has faded.',
  ],
  practice: [
    'Cut your message to fifteen seconds: name, reason, next try.',
    'Take every request out of it. Nothing to refuse means nothing to resent.',
    'Set the call-back at the moment you hang up, not at the end of the day.',
  ],
}
