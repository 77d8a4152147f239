//! `xtask bindgen …` and `xtask test-runner …`: wasm-bindgen's own tools, as libraries of this workspace, so that one
//! `Cargo.lock` holds the crate and its tools to the same version.

fn main() -> anyhow::Result<()> {
    let args: Vec<_> = std::env::args_os().skip(1).collect();
    match args.first().and_then(|arg| arg.to_str()) {
        Some("bindgen") => wasm_bindgen_cli::wasm_bindgen::run_cli_with_args(args),
        Some("test-runner") => wasm_bindgen_cli::wasm_bindgen_test_runner::run_cli_with_args(args),
        _ => anyhow::bail!("usage: xtask bindgen|test-runner ARGUMENTS"),
    }
}
