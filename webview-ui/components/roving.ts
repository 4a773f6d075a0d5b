/**
 * A list of the class `roving` takes one Tab stop, however long it is: its members are buttons or summaries of the class `member` and
 * are rendered with tabindex -1; `keepOneStop` lets Tab reach one of them. The arrow keys move through it.
 */
export function moveInList(event: KeyboardEvent): void {
  const members = membersOf(event);
  const at = members.indexOf(event.target as HTMLElement);
  const places: Readonly<Record<string, number>> = {
    ...{ ArrowDown: at + 1, ArrowUp: at - 1, ArrowRight: at + 1, ArrowLeft: at - 1 },
    ...{ Home: 0, End: members.length - 1 },
  };
  const place = places[event.key];
  if (at < 0 || place === undefined) return;
  members[Math.min(members.length - 1, Math.max(0, place))]?.focus();
  event.preventDefault();
}

/** Whoever comes back by Tab finds the member where they were. */
export function keepListPlace(event: FocusEvent): void {
  const members = membersOf(event);
  if (!members.includes(event.target as HTMLElement)) return;
  for (const member of members) member.tabIndex = member === event.target ? 0 : -1;
}

/** Of each list below `root` one member can be reached by Tab, whichever came and went. */
export function keepOneStop(root: HTMLElement): void {
  for (const list of root.querySelectorAll<HTMLElement>('.roving')) {
    const members = membersIn(list);
    const [first] = members;
    if (first !== undefined && members.every(({ tabIndex }) => tabIndex < 0)) first.tabIndex = 0;
  }
}

function membersOf(event: Event): readonly HTMLElement[] {
  return membersIn(event.currentTarget as HTMLElement);
}

function membersIn(list: HTMLElement): readonly HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>('.member:not(:disabled)')];
}
