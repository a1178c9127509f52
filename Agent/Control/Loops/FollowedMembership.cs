namespace IwTune.Agent.Control.Loops;

/// <summary>A membership while its loops run, and until the host has left.</summary>
/// <param name="membership">Is disposed of with this.</param>
/// <param name="ct">Of the daemon.</param>
internal sealed class FollowedMembership(Membership membership, CancellationToken ct) : IDisposable
{
    private readonly CancellationTokenSource _leaving = CancellationTokenSource.CreateLinkedTokenSource(ct);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The membership.</summary>
    public Membership Membership => membership;

    /// <summary>True once its loops were ended for a departure.</summary>
    public bool IsSilent => _leaving.IsCancellationRequested;

    /// <summary>Runs its loops.</summary>
    /// <param name="peers">Gets the addresses of the server.</param>
    /// <returns><see langword="false"/> when the host leaves.</returns>
    public async Task<bool> RunAsync(KnownPeers peers)
    {
        try
        {
            await peers.ResolveAsync(membership.Identity.Server, _leaving.Token);
            await membership.RunAsync(_leaving.Token);
            return true;
        }
        catch (OperationCanceledException) when (!ct.IsCancellationRequested)
        {
            return false;
        }
        finally
        {
            _ended.SetResult();
        }
    }

    /// <summary>Ends its loops, and waits for them: they take bundles, and write files that a host which leaves removes.</summary>
    public async Task SilenceAsync()
    {
        await _leaving.CancelAsync();
        await _ended.Task;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        membership.Dispose();
        _leaving.Dispose();
    }
}
