/** The engine's bytes as text: the build inlines them. */
declare module '*/engine.wasm' {
  const text: string;
  export default text;
}

/** The engine's file in the package: the host compiles it. */
declare module '*/idlewheel.wasm' {
  const module: object;
  export default module;
}

/** The package's version: the build writes it. */
declare const VERSION: string;
