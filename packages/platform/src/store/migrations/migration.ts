export interface Migration {
  readonly name: string;
  readonly statements: readonly string[];
}
