namespace IwTune.Agent.Control.Loops;

/// <summary>A membership while its loops run.</summary>
/// <param name="membership">Is disposed of with this.</param>
/// <param name="ct">Of the daemon.</param>
internal sealed class FollowedMembership(Membership membership, CancellationToken ct) : IDisposable
{
    private readonly CancellationTokenSource _leaving = CancellationTokenSource.CreateLinkedTokenSource(ct);
    private readonly TaskCompletionSource _ended = new(TaskCreationOptions.RunContinuationsAsynchronously);

    /// <summary>The membership.</summary>
    public Membership Membership => membership;

    /// <summary>Cancelled when the host leaves, and when the daemon stops.</summary>
    public CancellationToken Leaving => _leaving.Token;

    /// <summary>Ends its loops, and waits for them: they write files that a host which leaves removes.</summary>
    public async Task EndAsync()
    {
        await _leaving.CancelAsync();
        await _ended.Task;
    }

    /// <inheritdoc/>
    public void Dispose()
    {
        membership.Dispose();
        _leaving.Dispose();
        _ended.SetResult();
    }
}
