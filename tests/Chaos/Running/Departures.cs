using System.Text.Json;
using IwTune.Lab;
using IwTune.Shared.Fleet.Hosts;

namespace IwTune.Chaos.Running;

/// <summary>
/// Lets hosts leave the fleet and join it again; tries again what a fault prevents, as an administrator of the host would.
/// </summary>
internal sealed class Departures(Ground ground, Timeline timeline)
{
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2),
        Pause = TimeSpan.FromSeconds(1);

    private ServerToken enrolment = ground.Enrolment;

    /// <summary>What the agent says of reports that could not be sent.</summary>
    private static readonly string[] Losses = ["could not be sent and is lost", "could not be sent and are lost"];

    /// <summary>Leaves, compares the routes, joins, and retires what the server still has of the host before.</summary>
    public async Task<CommandResult> LeaveAndJoinAsync(ChaosHost host)
    {
        var left = await TryAsync(() => host.Agent.RunHere("unenroll"), () => host.Id is null, host);
        host.LostReports |= Losses.Any(words => left.Output.Contains(words, StringComparison.Ordinal));
        if (RouteImage.Of(host.Agent.Host.Space) is var routes && routes != host.Before)
            timeline.Find($"{host.Name} has left, and its routes are not what they were. Before:\n{host.Before.Text}\nNow:\n{routes.Text}");
        await TryAsync(() => Join(host), () => host.Id is not null, host);
        await Until.TrueAsync(() => RetireFormer(host), () => $"a former {host.Name} cannot be retired", Patience, Pause);
        return left;
    }

    private async Task<CommandResult> TryAsync(Func<CommandResult> command, Func<bool> done, ChaosHost host)
    {
        CommandResult? last = null;
        await Until.TrueAsync(
            () =>
            {
                host.StartAgainIfRefused();
                // Not while the daemon is away: the command would do the work itself, and take the lock from the daemon that comes back.
                if (host.Agent.Daemon.Ended)
                    return false;
                last = command();
                timeline.Note($"{host.Name}: exit code {last.ExitCode}, {last.Output}{last.Error}".TrimEnd());
                return done();
            },
            () => $"{host.Name} is not through: {last?.Output}{last?.Error}",
            Patience,
            Pause
        );
        return last!;
    }

    private CommandResult Join(ChaosHost host)
    {
        var joined = host.Agent.Enrol(ground.Address, enrolment);
        // A restore revokes the tokens of the backup.
        if (joined.ExitCode != 0 && joined.Error.Contains("It was revoked", StringComparison.Ordinal))
            enrolment = ground.Server.CreateToken("--uses", "1000", "--ttl", "30d");
        return joined;
    }

    /// <returns>True when the server has this host once.</returns>
    private bool RetireFormer(ChaosHost host)
    {
        var listed = ground.Fleet("hosts", "--json");
        if (listed.ExitCode != 0)
            return false;
        var hosts = JsonSerializer.Deserialize(listed.Output, HostsJson.Default.HostPage)!.Hosts;
        return hosts
            .Where(one => one.Name == host.Name && one.Id != host.Id)
            .All(former => ground.Fleet("hosts", "retire", former.Id, "--reason", "the host has left").ExitCode == 0);
    }
}
