/** The engine's bytes as text: the build inlines them. */
declare module '*.wasm' {
  const text: string;
  export default text;
}
