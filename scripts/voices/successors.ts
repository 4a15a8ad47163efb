/**
 * ElevenLabs' own successors of its Default voices, which end on 31 December 2026: ids of its
 * public library, in the order in which a new account gets them.
 */
export const SUCCESSORS: readonly { id: string; name: string }[] = [
  { id: 'gOupLcAkjEnguROwi4oS', name: 'Darian' },
  { id: 'OZ0L6eISlOejga3XjDFt', name: 'Talia' },
  { id: 'WQP7cQUF5aAS6Axh5yaa', name: 'Elara' },
  { id: 'jSuBIjxMKhqIfb0wCK1F', name: 'Baxter' },
  { id: '6WwXjDDEMyNmFG95zycZ', name: 'Eldrin' },
  { id: 'cymHWdiF8WjUCg6vvFxx', name: 'Kellan' },
  { id: 'dvbL7qkNGZY1IqPGZAjM', name: 'Elowen' },
  { id: '10NkTYmU7tSz3Kkl3Lex', name: 'Kaelen' },
  { id: 'ktkP7Nsj67dw2zcplQYt', name: 'Lawrence' },
  { id: 'BFd5oBc2DDna33pSi4Gf', name: 'Alicia' },
  { id: 'QtY3JBOUKEB5xzrRfOKc', name: 'Maisie' },
  { id: '7QN34D2r3hCNwbOYIeK0', name: 'Warren' },
  { id: 'g7LVvkPWALzPxOQbF6OE', name: 'Jade' },
  { id: 'l7kNoIfnJKPg7779LI2t', name: 'Eddie' },
  { id: 'AaOhDHYJ1XLZk74lXhdE', name: 'Caleb' },
  { id: '8dEUmyPMdDdK91vboYih', name: 'Sawyer' },
  { id: 'fnYMz3F5gMEDGMWcH1ex', name: 'Finley' },
  { id: '22N9cF8z0o7y23njdyaY', name: 'Florence' },
  { id: 'FrS6cKLB1wg4WYgPa9GW', name: 'Wyatt' },
];
