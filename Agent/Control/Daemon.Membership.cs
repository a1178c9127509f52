using IwTune.Agent.Local;

namespace IwTune.Agent.Control;

/// <summary>Following a server: from enrolment, which may come while the daemon runs, until the host leaves.</summary>
public sealed partial class Daemon
{
    private static readonly TimeSpan LookForIdentity = TimeSpan.FromSeconds(3);

    private Membership? _membership;
    private CancellationTokenSource? _leaving;
    private string _identityProblem = "";

    /// <summary>Called before the first turn, so that what the first turn puts back and repairs is reported.</summary>
    private void OpenReports()
    {
        if (ReadIdentity() is not { } identity)
            return;
        try
        {
            _membership = Belonging(identity);
            _enforcement.ReportTo(_membership.Reporter);
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            // The first turn runs all the same. FollowServerAsync meets the fault again, and that ends the daemon.
        }
    }

    private Membership Belonging(Identity identity) => new(_state, identity, _enforcement, _facts, Surroundings.Wire, _clock, _random, _log);

    private async Task FollowServerAsync(CancellationToken ct)
    {
        while (true)
        {
            if ((_membership?.Identity ?? ReadIdentity()) is { } identity)
                await BelongAsync(identity, ct);
            else
                await Task.Delay(LookForIdentity, _clock, ct);
        }
    }

    private async Task BelongAsync(Identity identity, CancellationToken ct)
    {
        using var leaving = CancellationTokenSource.CreateLinkedTokenSource(ct);
        using var membership = _membership ?? Belonging(identity);
        _leaving = leaving;
        _membership = membership;
        try
        {
            _log.Info($"Following {identity.Server.Authority} as host {identity.HostId}.");
            await _peers.ResolveAsync(identity.Server, leaving.Token);
            await membership.RunAsync(leaving.Token);
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            _log.Info("This host has left the fleet; waiting for 'iwtune enroll'.");
        }
        finally
        {
            _membership = null;
            _leaving = null;
            _peers.Clear();
        }
    }

    private async Task<LocalReply> LeaveAsync(bool force, CancellationToken ct)
    {
        if (_membership is not { } membership || _leaving is not { } leaving)
            return LocalReply.Say(ExitCode.Error, "This host is not enrolled; there is nothing to leave. 'iwtune rollback --all' puts back what was changed here.");
        return await new Departure(_state, _enforcement, membership).GoAsync(force, leaving.CancelAsync, ct);
    }

    private Identity? ReadIdentity()
    {
        try
        {
            var identity = IdentityFile.Read(_state.Root);
            _identityProblem = "";
            return identity;
        }
        catch (Exception e) when (e is InvalidDataException or IOException or UnauthorizedAccessException)
        {
            if (_identityProblem != e.Message)
                _log.Warn(e.Message);
            _identityProblem = e.Message;
            return null;
        }
    }
}
