import type { Post } from '../post.ts'

export const expiredOpeners: Post = {
  slug: 'five-openers-for-expired-listings',
  title: 'Five openers that keep an expired seller on the line',
  published: '2026-11-09',
  summary:
    'Expired sellers hear a dozen agents before breakfast. What the ones who get the appointment say first, and what they leave out.',
  paragraphs: [
    'A seller whose listing ran out at midnight has heard a dozen agents before breakfast. Most of them ask the same thing: are you still interested in selling? It is an easy question to say no to, and then the call is over. The agents who leave with an appointment begin somewhere else. In one sentence they show that they have looked at this house, and then they ask for something small.',
    'The first opener names the house: “I’m calling about the brick colonial on Maple, the one with the new kitchen.” The second names the calendar: “It came off the market yesterday, and I wondered what you had planned for the spring.” Both prove that you are not reading down a list of two hundred, and neither can be answered with a plain no.',
    'The third asks about the months behind instead of the months ahead: “What did people say when they walked through?” Most sellers have been waiting for somebody to ask. The fourth admits the obvious: “I’m probably the ninth agent today, so let me be quick & useful.” People are kind to callers who know how the morning has been.',
    'The fifth is for the seller who is angry, and it costs you nothing: “You did your part. The house was clean and the pictures were good. May I tell you the one thing I would have done differently?” Tell them that one thing, only that, and stop. If it was worth hearing, they will ask for the second, and the second is what appointments are for.',
    'Leave out your rank, your brokerage and the number of homes you closed last year. Nobody has ever stayed on the line for an award. Say your name, say the street, ask the question. Then let the silence do its work: the first one to fill it should be the person who owns the house.',
  ],
  practice: [
    'Before you dial, write one true detail beside each of your first twenty expireds.',
    'Use one opener for the whole hour, and count how many sellers answer with a sentence.',
    'After your question, wait three full seconds before you speak again.',
  ],
}
