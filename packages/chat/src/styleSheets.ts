/** A style sheet that the build turns into its text. */
declare module '*.css' {
  export const text: string;
}
