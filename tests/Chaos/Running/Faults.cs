using IwTune.Chaos.Checking;
using IwTune.Chaos.Schedules;
using IwTune.Lab;
using IwTune.Shared.Wire;

namespace IwTune.Chaos.Running;

/// <summary>Makes the faults, and repairs what an operator would repair: programs start again, disks are emptied.</summary>
internal sealed class Faults(Ground ground, Operations operations, Timeline timeline)
{
    /// <summary>How long an agent may take until it answers; the machine may be busy with other runs.</summary>
    private static readonly TimeSpan Patience = TimeSpan.FromMinutes(2);

    private readonly List<Restoration> restored = [];

    /// <summary>The times that the server was restored from its backup.</summary>
    public IReadOnlyList<Restoration> Restored => restored;

    /// <summary>Makes one, and returns when the programs run again.</summary>
    public Task MakeAsync(int step, Fault fault)
    {
        timeline.Note(fault.ToString()!);
        return fault switch
        {
            Fault.KillServer kill => KillServerAsync(kill.Away),
            Fault.KillDatabase kill => KillDatabaseAsync(kill.Away),
            Fault.RestoreServer => RestoreAsync(step),
            Fault.KillAgent kill => RestartAsync(ground.Hosts[kill.Host], kill.Away, host => host.Kill()),
            Fault.Reboot reboot => RestartAsync(ground.Hosts[reboot.Host], TimeSpan.Zero, KillAndMakeAnew),
            Fault.KillAtCall kill => AloneAsync(ground.Hosts[kill.Host], host => host.KillAtCallAsync(kill.Call)),
            Fault.KillAtFile kill => AloneAsync(ground.Hosts[kill.Host], host => host.KillAtCallAsync(kill.Call, kill.File)),
            Fault.TearWrite tear => AloneAsync(
                ground.Hosts[tear.Host],
                async host => timeline.Note(await host.TearWriteAsync(tear.Flush, tear.Kept))
            ),
            Fault.FlushFails fails => FlushFailsAsync(ground.Hosts[fails.Host], fails.Flush),
            Fault.DiskFull full => FullAsync(ground.Hosts[full.Host], full.For),
            Fault.ClockJump jump => ground.Hosts[jump.Host].Clock.JumpAsync(jump.Ahead, jump.For),
            Fault.ServerClockJump jump => ground.ServerClock.JumpAsync(jump.Ahead, jump.For),
            Fault.BreakLink broken => BreakAsync(broken.State, broken.For),
            _ => throw new ArgumentOutOfRangeException(nameof(fault), fault, "not a fault of this version"),
        };
    }

    private async Task KillServerAsync(TimeSpan away)
    {
        Stop();
        await Task.Delay(away);
        await ground.Server.StartAgainAsync();
    }

    private async Task KillDatabaseAsync(TimeSpan away)
    {
        ground.Store.Kill();
        await Task.Delay(away);
        ground.Store.StartAgain();
    }

    private async Task RestoreAsync(int step)
    {
        if (operations.Backup is not { } backup)
        {
            timeline.Note("there is no backup of this fleet");
            return;
        }
        Stop();
        Directory.Move(ground.Server.Data, $"{ground.Server.Data}-lost-{step}");
        ground.Store.Lose();
        var result = ground.Server.Run("restore", Operations.BackupFile(ground));
        if (result.ExitCode != 0)
            throw new LabException($"the backup cannot be restored: {result.Error}{result.Output}");
        restored.Add(new(backup.Step, step));
        await ground.Server.StartAgainAsync();
    }

    private void Stop()
    {
        if (ground.Server.Ended)
            timeline.Find($"the server ended by itself:\n{ground.Server.Output}");
        ground.Server.Stop();
    }

    private async Task RestartAsync(ChaosHost host, TimeSpan away, Action<ChaosHost> kill)
    {
        Alive(host);
        kill(host);
        await Task.Delay(away);
        host.Start();
    }

    private static void KillAndMakeAnew(ChaosHost host)
    {
        host.Kill();
        host.MakeRoutesAnew();
    }

    /// <summary>
    /// The agent crashes, and starts again while no server can be reached: it must go on with the bundle that it held.
    /// </summary>
    private async Task AloneAsync(ChaosHost host, Func<ChaosHost, Task> crash)
    {
        Alive(host);
        // What waits for its confirmation is rightly restored after a crash.
        var held = host.Agent.TryStatus()?.State is { Held: not null, Phase: BundlePhase.Applied };
        await crash(host);
        ground.Link.State = LinkState.Refusing;
        host.Start();
        await AnswersAsync(host, held);
        ground.Link.State = LinkState.Open;
    }

    private async Task AnswersAsync(ChaosHost host, bool held)
    {
        try
        {
            await Until.TrueAsync(
                () => host.Agent.TryStatus() is { } status && (!held || status.State.Held is not null),
                () => "",
                Patience
            );
        }
        catch (LabException)
        {
            timeline.Find(
                $"{host.Name} {(held ? "held a bundle before it crashed and has none now" : "does not start again")}:\n"
                    + $"{host.Agent.TryStatus()?.Json}\n{host.Agent.Output}"
            );
        }
    }

    private async Task FlushFailsAsync(ChaosHost host, int flush)
    {
        Alive(host);
        await host.FlushFailsAsync(flush);
        host.Start();
    }

    private static async Task FullAsync(ChaosHost host, TimeSpan time)
    {
        host.Fill(full: true);
        await Task.Delay(time);
        host.Fill(full: false);
    }

    private async Task BreakAsync(LinkState state, TimeSpan time)
    {
        var late = ground.Link.Late;
        ground.Link.State = state;
        await Task.Delay(time);
        ground.Link.State = LinkState.Open;
        if (state == LinkState.Reordering)
            timeline.Note($"requests of {ground.Link.Late - late} connections come later");
    }

    private void Alive(ChaosHost host)
    {
        if (host.Agent.Daemon.Ended)
            timeline.Find($"the agent of {host.Name} ended by itself:\n{host.Agent.Output}");
    }
}
