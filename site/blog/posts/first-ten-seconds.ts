import type { Post } from '../post.ts'

export const firstTenSeconds: Post = {
  slug: 'first-ten-seconds-with-a-busy-homeowner',
  title: 'What to say in the first ten seconds when a homeowner picks up and sounds busy',
  published: '2026-10-26',
  summary:
    'Busy is not a no. It is a person with wet hands who has not heard yet why this call is about them.',
  paragraphs: [
    'There is a sound that everyone who calls for a living knows: a door, a child, a breath, and then “Yes?” in the voice of somebody with wet hands. Many callers hear a refusal in it and start to apologise. It is not a refusal. It is a person who has not been told yet why this call is about them.',
    'Ten seconds are enough for three things: your name, the street and the reason. “Hi, this is Dana, I’m calling about 14 Orchard Lane, because the house across from you sold on Friday.” That is all. No “how are you today”, which costs three of the ten seconds and tells them that you are selling something.',
    'Then give the time back before they ask for it: “You sound like you’re in the middle of something. Is four o’clock better, or do you have one minute now?” About half of the people take the minute, because the minute is now their own idea. The other half give you an hour of the day, and a call at an hour that someone has chosen is worth ten that they have not.',
    'If they say neither, say thank you and mean it. Mark the record for another hour on another day & go on to the next. You have not lost a client. You have been polite to a neighbor with wet hands, who will recognise your name on Thursday.',
  ],
  practice: [
    'Say your name, the street and the reason aloud, and time it. Cut until it fits ten seconds.',
    'Drop “how are you today” for one session and watch what happens to the silence after it.',
    'Offer a time of day before the other person has to ask for one.',
  ],
}
