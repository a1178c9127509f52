#!/usr/bin/python3
"""Runs a command with the rights of a systemd unit, where systemd does not run: run_unit.py ROOT UNIT COMMAND…

The command is ExecStart, ExecStopPost, or a program with arguments. The unit's user, capabilities, mounts and system call filter are made
from its file, with the meaning that systemd.exec(5) gives them, inside ROOT and in the mount and network namespace of the caller.
What is not made: the device policy (a BPF program of the control group), Restrict* other than address families, and time-outs.
"""
import ctypes, errno, glob, grp, os, pwd, shlex, subprocess, sys
import seccomp

LIBC = ctypes.CDLL(None, use_errno=True)
CAPABILITIES = {"CAP_NET_ADMIN": 12, "CAP_BPF": 39}
BIND, RECURSIVE, READ_ONLY, REMOUNT, PRIVATE = 4096, 16384, 1, 32, 1 << 18
KEEP_CAPS, DROP_BOUND, NO_NEW_PRIVILEGES, AMBIENT, RAISE = 8, 24, 38, 47, 2


def read(*paths):
    """The settings of a unit and its drop-ins: a list for each key. An empty value begins the list anew."""
    unit = {}
    for line in (line for path in paths for line in open(path, encoding="utf-8")):
        key, equals, value = line.strip().partition("=")
        if equals and not key.startswith("#"):
            unit[key] = unit.get(key, []) + [value] if value else []
    return unit


def call(name, *arguments):
    if getattr(LIBC, name)(*arguments) != 0:
        raise OSError(ctypes.get_errno(), f"{name}{arguments}: {os.strerror(ctypes.get_errno())}")


def mount(source, target, kind, flags):
    call("mount", source.encode(), target.encode(), kind.encode(), ctypes.c_ulong(flags), None)


def bind(path, read_only):
    mount(path, path, "", BIND | RECURSIVE)
    mount(path, path, "", BIND | REMOUNT | (READ_ONLY if read_only else 0))


def owned_directory(path, user, mode):
    """StateDirectory= and RuntimeDirectory=: one that belongs to another user is given away with everything in it."""
    os.makedirs(path, exist_ok=True)
    os.chmod(path, mode)
    if os.stat(path).st_uid != user.pw_uid:
        for folder, _, files in os.walk(path):
            for entry in [folder, *(os.path.join(folder, name) for name in files)]:
                os.lchown(entry, user.pw_uid, user.pw_gid)
    return path


def make_mounts(unit, user):
    writable = [owned_directory(f"/var/lib/{name}", user, int(unit["StateDirectoryMode"][-1], 8)) for name in unit["StateDirectory"]]
    writable += [owned_directory(f"/run/{name}", user, 0o755) for name in unit.get("RuntimeDirectory", [])]
    if unit.get("ProtectSystem") == ["strict"]:
        bind("/", True)
    writable += [path for path in (path.lstrip("-") for path in unit.get("ReadWritePaths", [])) if os.path.exists(path)]
    for path in writable:
        bind(path, False)
    if unit.get("PrivateTmp") == ["yes"] or "DynamicUser" in unit:
        for path in ("/tmp", "/var/tmp"):
            mount("tmpfs", path, "tmpfs", 0)
    if unit.get("ProtectHome") == ["yes"]:
        for path in ("/home", "/root"):
            mount("tmpfs", path, "tmpfs", READ_ONLY)
    if unit.get("ProtectKernelTunables") == ["yes"]:
        for path in ("/proc/sys", "/sys"):
            bind(path, True)


def become(unit, user):
    """The user with the unit's capabilities: bounding, permitted, inheritable, effective and ambient."""
    bounding = [CAPABILITIES[name] for name in " ".join(unit.get("CapabilityBoundingSet", [])).split()]
    ambient = [CAPABILITIES[name] for name in " ".join(unit.get("AmbientCapabilities", [])).split()]
    for number in range(64):
        if number not in bounding and LIBC.prctl(DROP_BOUND, number, 0, 0, 0) != 0 and ctypes.get_errno() != errno.EINVAL:
            raise OSError(ctypes.get_errno(), "prctl")
    os.initgroups(user.pw_name, user.pw_gid) if user.pw_name else os.setgroups([])
    group = grp.getgrnam(unit["Group"][-1]).gr_gid if "Group" in unit else user.pw_gid
    os.setresgid(group, group, group)
    call("prctl", KEEP_CAPS, 1, 0, 0, 0)
    os.setresuid(user.pw_uid, user.pw_uid, user.pw_uid)
    # Root has the whole bounding set without asking.
    bits = sum(1 << number for number in (ambient if user.pw_uid else bounding))
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    low, high = bits & 0xFFFFFFFF, bits >> 32
    call("capset", header, (ctypes.c_uint32 * 6)(low, low, low, high, high, high))
    for number in ambient:
        call("prctl", AMBIENT, RAISE, number, 0, 0)
    if unit.get("NoNewPrivileges") == ["yes"] or "DynamicUser" in unit:
        call("prctl", NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    os.umask(int(unit["UMask"][-1], 8))


def members(groups):
    """The system calls of groups, as this systemd has them."""
    calls, seen, left = set(), set(), list(groups)
    while left:
        name = left.pop()
        if not name.startswith("@"):
            calls.add(name)
        elif name not in seen:
            seen.add(name)
            listed = subprocess.run(["systemd-analyze", "syscall-filter", name], check=True, capture_output=True, text=True).stdout
            left += [line.strip() for line in listed.splitlines()[1:] if line.strip() and not line.strip().startswith("#")]
    return calls


def filters(unit):
    """What is allowed; ~ takes away."""
    allowed = set()
    for line in unit["SystemCallFilter"]:
        allowed = allowed - members(line[1:].split()) if line.startswith("~") else allowed | members(line.split())
    made = seccomp.SyscallFilter(seccomp.ERRNO(errno.EPERM))
    for name in sorted(allowed | members(["@default"])):
        try:
            number = seccomp.resolve_syscall(seccomp.Arch(), name)
        except ValueError:
            continue
        if number < 0:
            continue
        if name == "socket":
            import socket
            for family in unit["RestrictAddressFamilies"][-1].split():
                made.add_rule(seccomp.ALLOW, name, seccomp.Arg(0, seccomp.EQ, getattr(socket, family)))
        elif name == "mmap" and unit.get("MemoryDenyWriteExecute") == ["yes"]:
            made.add_rule(seccomp.ALLOW, name, seccomp.Arg(2, seccomp.MASKED_EQ, 6, 0))
            made.add_rule(seccomp.ALLOW, name, seccomp.Arg(2, seccomp.MASKED_EQ, 6, 2))
            made.add_rule(seccomp.ALLOW, name, seccomp.Arg(2, seccomp.MASKED_EQ, 6, 4))
        elif name in ("mprotect", "pkey_mprotect") and unit.get("MemoryDenyWriteExecute") == ["yes"]:
            made.add_rule(seccomp.ALLOW, name, seccomp.Arg(2, seccomp.MASKED_EQ, 4, 0))
        else:
            made.add_rule(seccomp.ALLOW, name)
    return made


def command(unit, user, words):
    """ExecStart= with the variables of Environment= and EnvironmentFile=; $NAME as a word is split, ${NAME} is not."""
    environment = {"PATH": "/usr/sbin:/usr/bin", "HOME": user.pw_dir}
    for line in unit.get("Environment", []):
        environment.update([shlex.split(line)[0].split("=", 1)])
    for path in unit.get("EnvironmentFile", []):
        if os.path.exists(path.lstrip("-")):
            environment.update((key, " ".join(values)) for key, values in read(path.lstrip("-")).items())
    if words[0] not in ("ExecStart", "ExecStopPost"):
        return words, environment
    made = []
    for word in unit[words[0]][-1].split():
        if word.startswith("$") and not word.startswith("${"):
            made += shlex.split(shlex.split(environment.get(word[1:], "") or "''")[0] if environment.get(word[1:]) else "")
        else:
            made.append(environment[word[2:-1]] if word.startswith("${") else word)
    return made, environment


def main(root, path, words):
    drop_ins = os.path.join(root, "etc/systemd/system", os.path.basename(path) + ".d", "*.conf")
    unit = read(os.path.join(root, path.lstrip("/")), *sorted(glob.glob(drop_ins)))
    made = filters(unit)
    mount("", "/", "", PRIVATE | RECURSIVE)
    os.chroot(root)
    os.chdir("/")
    # The number of a dynamic user is any that is free (systemd.exec(5), DynamicUser=).
    user = pwd.struct_passwd(("", "", 61184, 61184, "", "/", "")) if "DynamicUser" in unit else pwd.getpwnam(unit["User"][-1])
    made_command, environment = command(unit, user, words)
    make_mounts(unit, user)
    # A filter may be loaded before the user changes only by root, and after it only with no_new_privs, which every unit here has.
    become(unit, user)
    made.load()
    os.execvpe(made_command[0], made_command, environment)


main(sys.argv[1], sys.argv[2], sys.argv[3:])
