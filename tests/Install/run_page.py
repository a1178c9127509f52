#!/usr/bin/python3
"""Runs the commands of a page as its reader would: run_page.py [--print] PAGE MACHINE=SHELL…

A fenced block `console MACHINE` holds commands after a prompt (# or $), and below each what it prints. `console` alone is the first machine;
`console PERSON@MACHINE` is the shell of a person whose account a command made before: sign_in.py makes a token for it. `console unproved` is
not run. Each shell stays, so variables and directories last.

Promised lines are those that the command prints, in their order, with any number of spaces for one. `…` stands for any text, a line of `…`
for any lines; a command without promised lines may print anything. `# exit code N` after a command is checked, 0 without it. A command with
`…` in it is completed from a line that an earlier command printed. What only reads is repeated until it prints what is promised, for a
minute at most. --print shows what each command prints.
"""
import re, shlex, subprocess, sys, time

READS = re.compile(r"^(iwtune (status|show|history|fleet (hosts|rollouts show|standing))|journalctl|curl)\b")
END = "end-of-the-command"


class Shell:
    def __init__(self, words):
        self.process = subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, bufsize=1)

    def run(self, command):
        self.process.stdin.write(f"{{ {command}\n}} </dev/null 2>&1; printf '\\n{END} %d\\n' $?\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(END):
                return int(line.split()[1]), "".join(lines).rstrip("\n").split("\n")
            lines.append(line)
        sys.exit(f"run_page.py: the shell ended in: {command}\n{''.join(lines)}")


def blocks(page):
    """(machine, first line, text) of each block."""
    for found in re.finditer(r"^```console *(\S*)\n(.*?)^```", page, re.S | re.M):
        yield found[1], page.count("\n", 0, found.start()) + 2, found[2]


def commands(text):
    """(command, promised lines): a command goes on after a backslash, and to the end of its here-document."""
    lines, made = text.split("\n")[:-1], []
    while lines:
        line = lines.pop(0)
        if not re.match(r"[#$] ", line):
            made[-1][1].append(line)
            continue
        command = line[2:]
        while command.endswith("\\"):
            command += "\n" + lines.pop(0)
        if heredoc := re.search(r"<<'?(\w+)'?", command):
            while True:
                command += "\n" + lines[0]
                if lines.pop(0) == heredoc[1]:
                    break
        made.append((command, []))
    return made


def pattern(line, hole):
    return hole.join(r"\s+".join(map(re.escape, part.split(" "))) for part in re.sub(" +", " ", line).split("…"))


def kept(promised, printed):
    """Whether what was printed is what was promised."""
    if not promised:
        return True
    expression = "".join(r"(?:.*\n)*?" if line.strip() == "…" else rf"\s*{pattern(line.strip(), '.*')}\s*\n" for line in promised if line.strip())
    return re.fullmatch(expression, "".join(line + "\n" for line in printed if line.strip())) is not None


def complete(command, printed):
    if "…" not in command:
        return command
    expression = pattern(command.partition("   #")[0].rstrip(), r"([^\s']+)")
    for line in reversed(printed):
        if found := re.search(expression, line):
            return found[0]
    sys.exit(f"run_page.py: nothing that was printed completes: {command}")


def person(name, words, printed):
    """The shell of a person, who has signed in at the console with the password that was printed."""
    password = next(following.split()[-1] for line, following in zip(printed, printed[1:]) if line.split() == ["user", name])
    url, pin = next(found.groups() for line in printed if (found := re.search(r"enroll (https://\S+) .*--ca-pin (\S+)", line)))
    shell = Shell(words)
    code, said = shell.run(f'eval "$(python3 /usr/local/lib/sign_in.py {url} {name} {password} {pin})" && test -n "$IWTUNE_TOKEN"')
    return shell if code == 0 else sys.exit(f"run_page.py: {name} cannot sign in: " + "\n".join(said))


def main(path, *machines, show=False):
    started = {name: shlex.split(words) for name, words in (machine.split("=", 1) for machine in machines)}
    shells = {name: Shell(words) for name, words in started.items()}
    page, printed, ran, left = open(path, encoding="utf-8").read(), [], 0, 0
    for machine, number, text in blocks(page):
        if machine == "unproved":
            left += len(commands(text))
            continue
        if "@" in machine and machine not in shells:
            shells[machine] = person(machine.split("@")[0], started[machine.split("@")[1]], printed)
        for command, promised in commands(text):
            wanted = int(found[1]) if (found := re.search(r"# exit code (\d+)", command)) else 0
            made, until = complete(command, printed), time.monotonic() + 60
            while True:
                code, said = shells[machine or next(iter(shells))].run(made)
                if code == wanted and kept(promised, said):
                    break
                if not READS.match(made) or time.monotonic() > until:
                    sys.exit(f"{path}: block at line {number}: {made}\nexit code {code}, promised {wanted}\n--- promised\n"
                             + "\n".join(promised) + "\n--- printed\n" + "\n".join(said))
                time.sleep(0.5)
            printed += said
            ran += 1
            print("\n".join([f"  ok    {command.splitlines()[0]}", *(said if show else [])]), flush=True)
    for shell in shells.values():
        shell.process.stdin.close()
        shell.process.wait()
    print(f"{path}: {ran} commands run as written, {left} not run")


if __name__ == "__main__":
    words = sys.argv[1:]
    main(*(word for word in words if word != "--print"), show="--print" in words)
