import type { AccountRow, Person } from "@selfsame/server/api/dashboard/answers/account";

/** What an id of a log is called: a person's e-mail or an account's name; empty where it is neither. */
export const namesOf =
  (people: readonly Person[] = [], accounts: readonly AccountRow[] = []) =>
  (id: string): string =>
    people.find((person) => person.id === id)?.email ?? accounts.find((account) => account.id === id)?.name ?? "";
