# shellcheck shell=bash
# The image's file system and the manifests of deploy/kubernetes, run as a kubelet would run them, against a real server. No kubelet and no
# container runtime start here: tests/Install/run_pod.py makes user, capabilities and mounts of a container from the manifest.

verb_image_test() {
  command -v kubectl >/dev/null || packages kubernetes-client
  # shellcheck disable=SC2046 # a list of names
  packages buildah libcap2-bin dpkg binutils python3-yaml iproute2 curl $(native_packages linux-x64)
  sdk
  takes_long
  [ "$(id -u)" = 0 ] || die "containers are made as root: run this as root"
  made=$PWD/artifacts/image-test node=$PWD/artifacts/image-test/node
  publish_agent
  publish_server linux-x64
  rm -rf "$made"
  mkdir -p "$made" "$node/etc"
  checked=0
  trap 'leave_node; end_compiler' EXIT
  image_bytes_test
  enter_node
  pod_test
  page_test
  leave_node
  printf '%d passed, 0 failed\n' "$checked"
}

image_bytes_test() {
  local version file
  version=$(product_version)
  file=iwtune-$version-image-amd64.tar
  image "$version" amd64 artifacts/publish/agent/iwtune "$made"
  image "$version" amd64 artifacts/publish/agent/iwtune "$made/again"
  check "two images of one commit have the same bytes" cmp "$made/$file" "$made/again/$file"
  open_image "$made/$file" "$made/image"
  check "the image's user is neither root nor a name" grep -q '"User": *"10743:10743"' "$made/image.config"
  check "kubectl exec finds the program by its name" grep -q '"PATH=/usr/bin"' "$made/image.config"
  check "its program has the capability, and no other file has one" \
    [ "$(getcap -r "$made/image")" = "$made/image/usr/bin/iwtune cap_net_admin=ep" ]
  check "it has no shell" [ ! -e "$made/image/bin/sh" ]
  check "a scanner finds Debian's packages" grep -q '^Version: ' "$made/image/var/lib/dpkg/status.d/libssl3"
}

# open_image ARCHIVE FOLDER: its layers as a file system, its configuration as FOLDER.config, and what run_pod.py needs of it.
open_image() {
  local layout=$2.layout manifest layer
  mkdir -p "$layout" "$2"
  tar -xf "$1" -C "$layout"
  manifest=$(blob "$(sed -n 's/.*"digest":"\([^"]*\)".*/\1/p' "$layout/index.json")")
  python3 -c 'import json, sys; print(json.dumps(json.load(open(sys.argv[1]))["config"], indent=1))' \
    "$(blob "$(python3 -c 'import json, sys; print(json.load(open(sys.argv[1]))["config"]["digest"])' "$manifest")")" >"$2.config"
  cp "$2.config" "$2.json"
  for layer in $(python3 -c 'import json, sys; print(*[layer["digest"] for layer in json.load(open(sys.argv[1]))["layers"]])' "$manifest"); do
    tar --xattrs --xattrs-include=security.capability -xpf "$(blob "$layer")" -C "$2"
  done
}

blob() { echo "$layout/blobs/${1/://}"; }

# enter_node: a node and the server, in network namespaces of their own; the server is behind the node's default route.
enter_node() {
  ip netns add iwtune-node
  ip netns add iwtune-far
  ip -n iwtune-node link add eth0 type veth peer name eth0 netns iwtune-far
  local space
  for space in node far; do
    ip -n iwtune-$space link set lo up
    ip -n iwtune-$space link set eth0 addrgenmode none up
  done
  ip -n iwtune-node address add 192.0.2.2/24 dev eth0
  ip -n iwtune-far address add 192.0.2.1/24 dev eth0
  ip -n iwtune-far address add 198.51.100.1/32 dev lo
  ip -n iwtune-node route add default via 192.0.2.1 mtu 1400
  echo 5f1e7a0b3c2d4e6f8a9b0c1d2e3f4a5b >"$node/etc/machine-id"
  printf 'PRETTY_NAME="A node of the test"\n' >"$node/etc/os-release"
  ip netns exec iwtune-far artifacts/publish/server/iwtune-server run --data "$made/server" --listen 198.51.100.1:7443 >"$made/server.log" 2>&1 &
  until_ node_server
}

node_server() { ip netns exec iwtune-node curl -sk -o "$made/answer" https://198.51.100.1:7443/healthz; }

leave_node() {
  local space
  for space in iwtune-node iwtune-far; do
    ip netns pids $space 2>/dev/null | xargs -r kill 2>/dev/null || true
  done
  wait
  for space in iwtune-node iwtune-far; do ip netns delete $space 2>/dev/null || true; done
}

# container NAME [COMMAND…]: one of the pod's.
container() { ip netns exec iwtune-node python3 tests/Install/run_pod.py "$node" "$made/image" "$made/pod.yaml" "$@"; }

probe() { container agent /usr/bin/iwtune status --alive >/dev/null 2>&1; }

node_routes() { ip -n iwtune-node route show table all; }
node_set() { ip -n iwtune-node route show default | grep -q 'initcwnd 24'; }
node_unset() { ! ip -n iwtune-node route show default | grep -q initcwnd; }

server_token() { artifacts/publish/server/iwtune-server token create --data "$made/server" "$@" --json | sed -n 's/.*"token": *"\([^"]*\)".*/\1/p'; }

# As the page says: three values and the image's name are the operator's.
manifests() {
  rm -rf "$made/kubernetes"
  cp -r deploy/kubernetes "$made/kubernetes"
  sed -i -e "s|^  server: .*|  server: https://198.51.100.1:7443|" -e "s|^  ca-pin: .*|  ca-pin: $pin|" -e "s|^  token: .*|  token: $1|" \
    "$made/kubernetes/enrolment.yaml"
  kubectl kustomize "$made/kubernetes" >"$made/pod.yaml"
}

fleet_() {
  ip netns exec iwtune-far artifacts/publish/agent/libexec/iwtune/iwtune-tools fleet "$@" \
    --server https://198.51.100.1:7443 --token "$api" --ca-pin "$pin"
}
compliant() { fleet_ hosts >"$made/hosts" 2>/dev/null && grep -qE 'Compliant +edge r1 +24 +24 ' "$made/hosts"; }

start_pod() {
  check "init container state: the state directory belongs to the agent" container state
  check "init container enrol" container enrol
  cp "$made/said" "$made/enrolled"
  container agent >>"$made/agent.log" 2>&1 &
  job=$!
  until_ probe
  agent=$(cat "$node/agent.pid")
}

stop_pod() {
  kill "$agent"
  wait "$job" && stopped=0 || stopped=$?
}

pod_test() {
  local pin api
  pin=$(sed -n 's/^CA pin *//p' "$made/server.log")
  api=$(server_token --kind api)
  manifests "$(server_token --kind enrolment --uses 2 --labels cluster=blue)"
  check "kubectl renders the kustomization" grep -q 'image: registry.example.net/iwtune:' "$made/pod.yaml"
  node_routes >"$made/node_routes.before"
  start_pod
  check "enrolling changes no route" same node_routes
  check "the agent is not root" grep -q '^Uid:.10743.10743.10743' "/proc/$agent/status"
  check "its one capability is CAP_NET_ADMIN" grep -q '^CapEff:.0000000000001000$' "/proc/$agent/status"
  check "and no other can be had" grep -q '^CapBnd:.0000000000001000$' "/proc/$agent/status"
  check "its root is read-only" refused container agent /usr/bin/chown 0:0 /etc/passwd
  check "and it says so" grep -q 'Read-only' "$made/refused"
  printf 'policy: edge\nwindow: { initcwnd: 24 }\nscopes: [default]\n' >"$made/edge.yaml"
  check "a policy for the cluster's label is published" fleet_ policies push "$made/edge.yaml" --assign cluster:blue
  until_ node_set
  check "the node's default route has the window" node_set
  until_ compliant
  check "the server calls the node Compliant, by a fresh connection that started with 24" compliant
  check "the limits are the ConfigMap's" ip netns exec iwtune-node cmp "$node/var/lib/kubelet/settings/limits.yaml" <(printf 'max: 32\n')
  ip -n iwtune-node route replace default via 192.0.2.1 mtu 1400
  until_ node_set
  check "drift is repaired" node_set
  stop_pod
  check "SIGTERM ends the agent with 0" [ "$stopped" = 0 ]
  check "the window stays when the pod ends" node_set
  start_pod
  check "the next pod does not enrol again" grep -q 'is enrolled at .* already; nothing was sent' "$made/enrolled"
  check "and goes on with the state" node_set
  check "no file of the state belongs to another user" [ -z "$(find "$node/var/lib/iwtune" -mindepth 1 ! -user 10743 ! -name '*.yaml')" ]
  check "a node leaves the fleet from its pod" container agent /usr/bin/iwtune unenroll
  check "and its routes are as before" same node_routes
  stop_pod
  cannot_test
}

# What the manifest's comments say of the capability, tried.
cannot_test() {
  sed 's/allowPrivilegeEscalation: true/allowPrivilegeEscalation: false/' "$made/pod.yaml" >"$made/pod.strict"
  mv "$made/pod.yaml" "$made/pod.mine" && mv "$made/pod.strict" "$made/pod.yaml"
  check "with no_new_privs the program starts without the capability" container agent /usr/bin/iwtune version
  check "and cannot set a window" refused container agent /usr/bin/iwtune set 12
  check "for want of CAP_NET_ADMIN" grep -q CAP_NET_ADMIN "$made/refused"
  sed '/- NET_ADMIN/d; s/^\( *\)add:$/\1add: []/' "$made/pod.mine" >"$made/pod.yaml"
  check "without NET_ADMIN in add the kernel does not start it" refused container agent /usr/bin/iwtune version
  mv "$made/pod.mine" "$made/pod.yaml"
}

# The blocks of the page for which this machine is enough.
page_test() {
  local inside="mount -t tmpfs tmpfs /var/lib && mkdir /var/lib/iwtune-server && mount --bind $made/server /var/lib/iwtune-server && cd $made && \
    PATH=$PWD/artifacts/publish/agent:$PWD/artifacts/publish/server:\$PATH exec bash"
  python3 tests/Install/run_page.py docs/quickstart-kubernetes.md build=bash \
    "server=ip netns exec iwtune-far unshare --mount sh -c $(printf %q "$inside")" || die "docs/quickstart-kubernetes.md does not do what it says"
}
