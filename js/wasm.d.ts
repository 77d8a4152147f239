/** The engine's bytes as base64: the build inlines them. */
declare module '*.wasm' {
  const base64: string;
  export default base64;
}
