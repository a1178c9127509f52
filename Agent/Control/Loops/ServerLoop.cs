using IwTune.Agent.Control.Enforcing;
using IwTune.Agent.Engine;
using IwTune.Agent.Engine.State;
using IwTune.Agent.Local;
using IwTune.Agent.Ports;

namespace IwTune.Agent.Control.Loops;

/// <summary>Follows a server: from enrolment, which may come while the daemon runs, until the host leaves.</summary>
internal sealed class ServerLoop(
    StateDirectory state,
    HostControl control,
    IHostFacts facts,
    KnownPeers peers,
    Func<HttpMessageHandler, HttpMessageHandler> wire,
    TimeProvider clock,
    Func<double> random,
    AgentLog log
) : IDaemonLoop, IDisposable
{
    private static readonly TimeSpan LookForIdentity = TimeSpan.FromSeconds(3);

    private readonly SemaphoreSlim _departure = new(1, 1);
    private FollowedMembership? _followed;

    /// <summary>False where a policy file is enforced instead: then this loop does not run.</summary>
    public bool Follows { get; init; } = true;

    /// <summary>The enrolment of a host that does not follow its server; <see langword="null"/> of any other.</summary>
    public Identity? Unfollowed => Follows ? null : ReadIdentity();

    /// <summary>The membership of this host; <see langword="null"/> outside a fleet.</summary>
    public Membership? Membership { get; private set; }

    /// <summary>Why the stored identity cannot be used, as a sentence; empty when it can, or there is none.</summary>
    public string Problem { get; private set; } = "";

    /// <summary>Called before the first turn, so that what the first turn restores and repairs is reported.</summary>
    public void OpenReports()
    {
        if (ReadIdentity() is not { } identity)
            return;
        try
        {
            Membership = Belonging(identity);
            control.Reports.SendTo(Membership.Reporter);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The first turn runs all the same. RunAsync finds the fault again and ends the daemon.
        }
    }

    public async Task RunAsync(CancellationToken ct)
    {
        while (true)
        {
            if ((Membership?.Identity ?? ReadIdentity()) is { } identity)
                await FollowAsync(identity, ct);
            else
                await Task.Delay(LookForIdentity, clock, ct);
        }
    }

    /// <summary>Leaves the fleet.</summary>
    public async Task<LocalReply> LeaveAsync(bool force, CancellationToken ct)
    {
        await _departure.WaitAsync(ct);
        try
        {
            if (_followed is not { } followed)
                return await LeaveUnfollowedAsync(force, ct);
            return await new Departure(state, control, followed.Membership).GoAsync(force, followed.SilenceAsync, ct);
        }
        finally
        {
            if (_followed is { IsSilent: true })
                (Membership, _followed) = (null, null);
            _departure.Release();
        }
    }

    public void Dispose()
    {
        Membership?.Dispose();
        _departure.Dispose();
    }

    private Membership Belonging(Identity identity) => new(state, identity, control, facts, wire, clock, random, log);

    private async Task FollowAsync(Identity identity, CancellationToken ct)
    {
        using var followed = new FollowedMembership(Membership ?? Belonging(identity), ct);
        (Membership, _followed) = (followed.Membership, followed);
        try
        {
            log.Info($"Following {identity.Server.Authority} as host {identity.HostId}.");
            if (await followed.RunAsync(peers))
                return;
            // The identity is on disk until the departure is over: read before, it would be followed again.
            await _departure.WaitAsync(ct);
            _departure.Release();
            if (ReadIdentity() is null)
                log.Info("This host has left the fleet; waiting for 'iwtune enroll'.");
        }
        finally
        {
            (Membership, _followed) = (null, null);
            peers.Clear();
        }
    }

    private async Task<LocalReply> LeaveUnfollowedAsync(bool force, CancellationToken ct)
    {
        if (Unfollowed is { } unfollowed)
        {
            using var membership = Belonging(unfollowed);
            return await new Departure(state, control, membership) { ComesBack = FileComesBack }.GoAsync(
                force,
                () => Task.CompletedTask,
                ct
            );
        }
        if (ReadIdentity() is not null)
            return LocalReply.Say(
                ExitCode.Error,
                "This host enrolled a moment ago and its daemon has not called the server yet. Try again in a few seconds."
            );
        if (Problem.Length == 0)
            return LocalReply.Say(
                ExitCode.Error,
                "This host is not enrolled; there is nothing to leave. 'iwtune rollback --all' restores what was changed here."
            );
        return force
            ? await new Departure(state, control, membership: null).GoAsync(force, () => Task.CompletedTask, ct)
            : LocalReply.Say(ExitCode.Error, Problem);
    }

    private string FileComesBack =>
        Follows ? "" : "The daemon enforces its policy file again when it is started or reloaded; 'iwtune status' names the file.";

    private Identity? ReadIdentity()
    {
        try
        {
            var identity = IdentityFile.Read(state.Root);
            Problem = "";
            return identity;
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            var problem = e is InvalidDataException ? e.Message : $"{e.Message} Make it readable for the user of the daemon.";
            if (Problem != problem)
                log.Warn(problem);
            Problem = problem;
            return null;
        }
    }
}
