//! `compose.yaml` without containers: it can be read, all that it names is there, every service is
//! hardened, and the server takes the options that it is given.

use crate::{deployed, program, run, text};
use anyhow::{Context, ensure};
use serde_json::{Map, Value};
use std::path::Path;
use tengen_tests::binary;

/// Reads YAML.
const READ: &str = "import json, sys, yaml; print(json.dumps(yaml.safe_load(open(sys.argv[1]))))";

/// The network without a way out.
const INSIDE: &str = "inside";

async fn compose() -> anyhow::Result<Value> {
    let python = std::env::var("TENGEN_PYTHON").context("TENGEN_PYTHON is not set: run tests/run deploy")?;
    let file = deployed("compose.yaml").display().to_string();
    Ok(serde_json::from_str(&run(program(python, &["-c", READ, &file])).await?)?)
}

fn services(compose: &Value) -> anyhow::Result<&Map<String, Value>> {
    compose["services"].as_object().context("no services")
}

fn strings(list: &Value) -> Vec<&str> {
    list.as_array().into_iter().flatten().filter_map(Value::as_str).collect()
}

#[tokio::test]
async fn everything_that_it_names_is_there() -> anyhow::Result<()> {
    let compose = compose().await?;
    let dir = tempfile::tempdir()?;
    let secrets = dir.path().join("secrets");
    run(program(deployed("make-secrets"), &[&secrets.display().to_string()])).await?;
    for kind in ["configs", "secrets"] {
        for (name, one) in compose[kind].as_object().context("no configs or secrets")? {
            let file = one["file"].as_str().with_context(|| format!("{name} has no file"))?;
            let path = file.strip_prefix("secrets/").map_or_else(|| deployed(file), |made| secrets.join(made));
            ensure!(path.is_file(), "{kind} {name}: there is no {}", path.display());
        }
    }
    for (name, service) in services(&compose)? {
        for kind in ["configs", "secrets"] {
            for one in service[kind].as_array().into_iter().flatten() {
                let source = one.as_str().or_else(|| one["source"].as_str()).context("a source")?;
                ensure!(compose[kind][source].is_object(), "{name} wants {kind} {source}");
            }
        }
        for volume in strings(&service["volumes"]) {
            let (source, _) = volume.split_once(':').context("name:path")?;
            ensure!(compose["volumes"][source].is_object(), "{name} wants volume {source}");
        }
        for network in strings(&service["networks"]) {
            ensure!(compose["networks"][network].is_object(), "{name} wants network {network}");
        }
        for other in service["depends_on"].as_object().into_iter().flat_map(Map::keys) {
            let checked = &compose["services"][other]["healthcheck"]["test"];
            ensure!(checked.is_array(), "{name} waits for the health of {other}, which is not checked");
        }
        if service["build"].is_object() {
            let context = service["build"]["context"].as_str().context("context")?;
            let file = service["build"]["dockerfile"].as_str().context("dockerfile")?;
            let path = deployed(context).join(file);
            ensure!(path.is_file() && deployed(context).join("Cargo.lock").is_file(), "{}", path.display());
        }
    }
    Ok(())
}

#[tokio::test]
async fn every_service_is_hardened_and_the_proxy_alone_is_reached_from_outside() -> anyhow::Result<()> {
    let compose = compose().await?;
    for (name, service) in services(&compose)? {
        ensure!(service["read_only"] == true, "{name} can change its files");
        ensure!(strings(&service["cap_drop"]) == ["ALL"], "{name} keeps capabilities");
        ensure!(strings(&service["security_opt"]) == ["no-new-privileges:true"], "{name} may gain privileges");
        let is_proxy = name == "proxy";
        ensure!(service["ports"].is_array() == is_proxy, "{name}: {}", service["ports"]);
        ensure!((strings(&service["networks"]) == [INSIDE]) != is_proxy, "{name}: {}", service["networks"]);
    }
    ensure!(compose["networks"][INSIDE]["internal"] == true, "Redis reaches the world");
    Ok(())
}

#[tokio::test]
async fn its_nodes_are_given_options_that_they_take() -> anyhow::Result<()> {
    let compose = compose().await?;
    let dir = tempfile::tempdir()?;
    let secrets = dir.path().join("secrets");
    run(program(deployed("make-secrets"), &[&secrets.display().to_string()])).await?;
    let at = |path: &str| path.replace("/run/secrets", &secrets.display().to_string());
    let container = text("Containerfile")?;
    let defaults = container.lines().find_map(|line| line.strip_prefix("ENV ")).context("no ENV")?;
    for name in ["node1", "node2"] {
        let node = &compose["services"][name];
        let check = strings(&node["healthcheck"]["test"]);
        ensure!(check.starts_with(&["CMD", "tengen-server", "healthcheck"]), "{check:?}");
        let mut command = program(binary("tengen-server")?, &["check-config"]);
        command.env_clear();
        for (name, value) in defaults.split_whitespace().filter_map(|pair| pair.split_once('=')) {
            command.env(name, value);
        }
        let environment = node["environment"].as_object().context("no environment")?;
        for (name, value) in environment {
            let value = value.as_str().with_context(|| format!("{name} is no text"))?;
            command.env(name, at(&value.replace("${TENGEN_SITE:-go.example}", "go.example")));
        }
        let holds = run(command).await?;
        let variables = holds.lines().filter(|line| line.ends_with("# environment")).count();
        ensure!(variables == environment.len() + 3, "variables that are no options: {holds}");
        ensure!(holds.contains("require-durable = true"), "{holds}");
    }
    // The redis of the file is started with the configuration that the other tests run.
    let redis = strings(&compose["services"]["redis"]["command"]);
    ensure!(redis.starts_with(&["redis-server", "/etc/redis/redis.conf"]), "{redis:?}");
    let secret = compose["services"]["redis"]["secrets"][0]["target"].as_str().map(Path::new);
    ensure!(secret == Some(Path::new("/etc/redis/users.acl")), "{secret:?}");
    Ok(())
}
