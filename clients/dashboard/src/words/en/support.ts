import { pages } from './pages.ts'

/** Questions to the operator, as who asks and who answers sees them. */
export const support = {
  title: pages.support,
  lead: 'Questions to the operator of this service. Answers come by mail, and stand here.',
  empty: 'Ask the operator what you cannot find out. The answer stands here, and comes by mail.',
  example: 'Why was https://shop.example/ refused?',
  ask: 'Ask the operator',
  subject: 'What it is about',
  message: 'Question',
  category: 'Kind',
  categories: { question: 'Question', problem: 'Problem', billing: 'Billing', abuse: 'Abuse' } as Record<
    string,
    string
  >,
  columns: { state: 'State', subject: 'About', category: 'Kind', changed: 'Last word', who: 'Who asks' },
  stateNames: { open: 'unanswered', answered: 'answered', closed: 'closed' } as Record<string, string>,
  you: 'You',
  operator: 'The operator',
  person: 'Who asks',
  reply: 'Write more',
  answer: 'Answer',
  send: 'Send',
  close: 'Close',
  operate: {
    title: pages.tickets,
    lead: 'Who has waited longest stands first. What you answer goes out by mail.',
    empty: 'Nobody waits for an answer.',
    notClosed: 'not closed',
  },
}
