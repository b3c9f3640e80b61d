/** How a list is sorted: by a name that its columns have. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

export const sortingOf = (text: string): Sorting =>
  text.startsWith("-") ? { by: text.slice(1), descending: true } : { by: text, descending: false };

export const sortText = ({ by, descending }: Sorting): string => `${descending ? "-" : ""}${by}`;
