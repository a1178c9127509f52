#!/usr/bin/python3
"""Runs a container of a pod where no kubelet runs: run_pod.py NODE IMAGE MANIFEST CONTAINER [COMMAND…]

NODE is a directory that stands for the file system of the node, IMAGE the image's file system, MANIFEST what `kubectl kustomize` prints.
The container's user, capabilities, mounts, environment and command are made as the kubelet and runc make them, in the network namespace of
the caller and in mount and process namespaces of its own. With COMMAND it is run in their place, as `kubectl exec` and probes do.
What is not made: the filters of seccomp and AppArmor, resource limits, and the time-outs of probes.
"""
import ctypes, errno, glob, json, os, re, sys
import yaml

LIBC = ctypes.CDLL(None, use_errno=True)
CAPABILITIES = {"CHOWN": 0, "NET_ADMIN": 12}
BIND, RECURSIVE, READ_ONLY, REMOUNT, PRIVATE = 4096, 16384, 1, 32, 1 << 18
NEW_MOUNTS, NEW_PROCESSES = 0x20000, 0x20000000
DROP_BOUND, NO_NEW_PRIVILEGES, AMBIENT, CLEAR = 24, 38, 47, 4


def call(name, *arguments):
    if getattr(LIBC, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}{arguments}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind, flags, data=None):
    call("mount", source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), data and data.encode())


def bind(source, target, read_only):
    if not os.path.exists(target):
        os.makedirs(target) if os.path.isdir(source) else open(target, "w").close()
    mount(source, target, "", BIND | RECURSIVE)
    if read_only:
        mount(source, target, "", BIND | REMOUNT | READ_ONLY)


def named(documents, kind, name):
    return next(one for one in documents if one["kind"] == kind and one["metadata"]["name"] == name)


def written(folder, values, keys, group, mode):
    """What the kubelet writes for a ConfigMap or a Secret: of root, with the group of fsGroup."""
    os.makedirs(folder, exist_ok=True)
    for key, path in keys.items():
        target = os.path.join(folder, path)
        with open(target, "w", encoding="utf-8") as file:
            file.write(values[key])
        os.chown(target, 0, group)
        os.chmod(target, mode)


def volume(spec, documents, node, group):
    """The directory or file that stands for a volume of the pod."""
    kubelet = os.path.join(node, "var/lib/kubelet", spec["name"])
    if "hostPath" in spec:
        path, kind = node + spec["hostPath"]["path"], spec["hostPath"].get("type", "")
        if kind == "DirectoryOrCreate":
            os.makedirs(path, 0o755, exist_ok=True)
        elif kind == "File" and not os.path.isfile(path):
            raise FileNotFoundError(f"hostPath {path} is not a file")
        return path
    if "emptyDir" in spec:
        os.makedirs(kubelet, exist_ok=True)
        os.chown(kubelet, 0, group)
        os.chmod(kubelet, 0o2777)
    elif "configMap" in spec:
        values = named(documents, "ConfigMap", spec["configMap"]["name"])["data"]
        written(kubelet, values, {key: key for key in values}, group, spec["configMap"].get("defaultMode", 0o644))
    elif "secret" in spec:
        values = named(documents, "Secret", spec["secret"]["secretName"])["stringData"]
        keys = {item["key"]: item["path"] for item in spec["secret"].get("items", [])} or {key: key for key in values}
        written(kubelet, values, keys, group, spec["secret"].get("defaultMode", 0o644))
    else:
        raise ValueError(f"volume {spec['name']}: no kind of it is made here")
    return kubelet


def environment(container, documents):
    values = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"}
    for entry in container.get("env", []):
        reference = entry.get("valueFrom", {}).get("secretKeyRef")
        values[entry["name"]] = named(documents, "Secret", reference["name"])["stringData"][reference["key"]] if reference else entry["value"]
    return values


def command(container, values, image):
    expanded = lambda words: [re.sub(r"\$\((\w+)\)", lambda found: values.get(found[1], found[0]), str(word)) for word in words]
    entry = expanded(container["command"]) if "command" in container else image["Entrypoint"]
    return entry + (expanded(container["args"]) if "args" in container else [] if "command" in container else image.get("Cmd", []))


def become(security):
    """As runc does: the bounding set is 'add'. A user other than root keeps nothing else over execve(2)."""
    wanted = security["capabilities"]
    if wanted["drop"] != ["ALL"]:
        raise ValueError("the defaults of the container runtime are not made here: drop ALL")
    kept = [CAPABILITIES[name] for name in wanted.get("add", [])]
    for number in range(64):
        if number not in kept and LIBC.prctl(DROP_BOUND, number, 0, 0, 0) != 0 and ctypes.get_errno() != errno.EINVAL:
            raise OSError(ctypes.get_errno(), "prctl")
    call("prctl", AMBIENT, CLEAR, 0, 0, 0)
    os.setgroups([security["fsGroup"]])
    os.setresgid(*[security["runAsGroup"]] * 3)
    os.setresuid(*[security["runAsUser"]] * 3)
    if security["runAsNonRoot"] and security["runAsUser"] == 0:
        raise ValueError("container has runAsNonRoot and image will run as root")
    bits = sum(1 << number for number in kept) if security["runAsUser"] == 0 else 0
    call("capset", (ctypes.c_uint32 * 2)(0x20080522, 0), (ctypes.c_uint32 * 6)(bits, bits, 0, 0, 0, 0))
    if not security["allowPrivilegeEscalation"]:
        call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    os.umask(0o022)


def contained(root, mounts, read_only):
    mount("none", "/", "", RECURSIVE | PRIVATE)
    mount(root, root, "", BIND | RECURSIVE)
    for source, target, only in sorted(mounts, key=lambda one: one[1].count("/")):
        bind(source, root + target, only)
    mount("proc", root + "/proc", "proc", 0)
    mount("tmpfs", root + "/dev", "tmpfs", 0, "mode=755")
    for device in ("null", "zero", "full", "random", "urandom"):
        bind("/dev/" + device, f"{root}/dev/{device}", False)
    mount("sysfs", root + "/sys", "sysfs", READ_ONLY)
    if read_only:
        mount(root, root, "", BIND | REMOUNT | READ_ONLY)
    os.chroot(root)
    os.chdir("/")


def main(node, image, manifest, name, *words):
    documents = list(yaml.safe_load_all(open(manifest, encoding="utf-8")))
    pod = named(documents, "DaemonSet", "iwtune")["spec"]["template"]["spec"]
    container = next(one for one in pod["initContainers"] + pod["containers"] if one["name"] == name)
    security = {**pod["securityContext"], **container["securityContext"]}
    volumes = {spec["name"]: volume(spec, documents, node, security["fsGroup"]) for spec in pod["volumes"]}
    mounts = [
        (os.path.join(volumes[one["name"]], one.get("subPath", "")).rstrip("/"), one["mountPath"], one.get("readOnly", False))
        for one in container["volumeMounts"]
    ]
    values = environment(container, documents)
    made = list(words) or command(container, values, json.load(open(glob.glob(image + ".json")[0], encoding="utf-8")))
    call("unshare", NEW_MOUNTS | NEW_PROCESSES)
    child = os.fork()
    if child == 0:
        contained(image, mounts, security["readOnlyRootFilesystem"])
        become(security)
        os.execve(made[0], made, values)
    print(child, file=open(f"{node}/{name}.pid", "w"), flush=True) if not words else None
    os._exit(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) & 0xFF)


if __name__ == "__main__":
    main(*sys.argv[1:])
