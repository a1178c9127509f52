using IwTune.Agent.Linux.Facts;
using IwTune.Agent.Linux.Netlink;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Linux.Watching;

/// <summary>
/// Names the author of a route change, by the port in the notification. It must be looked up at once: a command like <c>ip</c> ends a
/// millisecond after the kernel notified of its change.
/// </summary>
/// <param name="clock">Dates the names.</param>
/// <param name="proc">Where /proc is.</param>
internal sealed class ChangeAuthors(TimeProvider clock, string proc = "/proc")
{
    /// <summary>
    /// Changes of one socket that follow each other this closely have one author: a program that writes a thousand routes is looked for ten
    /// times a second, not a thousand times.
    /// </summary>
    private static readonly TimeSpan Together = TimeSpan.FromMilliseconds(100);

    private readonly NetlinkPorts _ports = new(proc);
    private (uint Port, byte Protocol, long At, Attribution By)? _last;

    /// <param name="message">The notification.</param>
    /// <param name="protocol">The route's protocol; 0 for what is no route.</param>
    public Attribution Of(in NetlinkMessage message, byte protocol)
    {
        if (_last is not var (port, wrote, at, by) || (port, wrote) != (message.Port, protocol) || clock.GetElapsedTime(at) >= Together)
        {
            by = Found(message, protocol);
            _last = (message.Port, protocol, clock.GetTimestamp(), by);
        }
        return by;
    }

    private Attribution Found(in NetlinkMessage message, byte protocol)
    {
        if (message.Port == 0)
            return Named("the kernel", "");
        // The process with that id first: a command ends before its socket could be found.
        var guess = message.Port <= int.MaxValue ? ProcessFacts.Ancestry(proc, (int)message.Port) : [];
        if (_ports.OwnerOf(message.Port) is { } pid)
            return Of(guess is [var first, ..] && first.Pid == pid ? guess : ProcessFacts.Ancestry(proc, pid), protocol);
        // It ended just now, socket and all: only the author would have. A process that still lives and has no such socket did not write.
        return guess is [var ended, ..] && ProcessFacts.Read(proc, ended.Pid) is null ? Of(guess, protocol) : Gone(protocol);
    }

    private Attribution Of(List<ProcessFacts> line, byte protocol) => line.Count == 0 ? Gone(protocol) : Of(line);

    /// <param name="line">The process that wrote, its parent, and so on.</param>
    private Attribution Of(List<ProcessFacts> line)
    {
        var writer = line[0];
        if (line.Find(process => KnownPrograms.Owner(process.Name) is not null) is { } owner)
            return Named(
                KnownPrograms.Owner(owner.Name)!,
                owner == writer ? $"pid {writer.Pid}" : $"pid {owner.Pid}, through {writer.Name}"
            );
        if (line.Find(process => !KnownPrograms.IsTool(process.Name) && process.Pid != 1) is { } program && !IsPersons(line, program))
            return Named(program.Name, program == writer ? $"pid {writer.Pid}" : $"pid {program.Pid}, through {Command(writer)}");
        return writer.HasTerminal || writer.LoginUser is not null
            ? Named("a person", $"{Command(writer)}{By(writer)}")
            : Named("a command", Command(writer));
    }

    /// <summary>What stands between a person and their shell: a login, a terminal, a session.</summary>
    private static bool IsPersons(List<ProcessFacts> line, ProcessFacts program) =>
        (line[0].HasTerminal || line[0].LoginUser is not null) && line.IndexOf(program) > 0;

    private string Command(ProcessFacts writer) =>
        KnownPrograms.ShowsArguments(writer.Name) && ProcessFacts.CommandLine(proc, writer.Pid) is { Length: > 0 } typed
            ? $"'{typed}', pid {writer.Pid}"
            : $"{writer.Name}, pid {writer.Pid}";

    private static string By(ProcessFacts writer) =>
        (writer.LoginUser is { } user ? $", by {UserName(user)}" : "") + (writer.HasTerminal ? ", on a terminal" : "");

    private static string UserName(uint user)
    {
        foreach (var line in SystemFile.Lines("/etc/passwd"))
        {
            var fields = line.Split(':');
            if (fields.Length > 2 && fields[2] == $"{user}")
                return fields[0];
        }
        return $"user {user}";
    }

    private Attribution Gone(byte protocol) =>
        protocol == Ownership.RouteProtocol.Dhcp
            ? Named("a DHCP client", "by the route's protocol; the process that wrote it has ended")
            : Named(Attribution.NotKnown, "the process that wrote it has ended, or cannot be seen");

    private Attribution Named(string who, string how) => new(who, how, clock.GetUtcNow()) { Advice = KnownPrograms.Advice(who) };
}
