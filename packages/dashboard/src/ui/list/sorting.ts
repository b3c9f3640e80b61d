/** The order of a list: the name of a column and the direction. */
export interface Sorting {
  readonly by: string;
  readonly descending: boolean;
}

export const sortingOf = (text: string): Sorting =>
  text.startsWith("-") ? { by: text.slice(1), descending: true } : { by: text, descending: false };

export const sortText = ({ by, descending }: Sorting): string => `${descending ? "-" : ""}${by}`;
