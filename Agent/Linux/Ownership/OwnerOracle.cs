namespace IwTune.Agent.Linux.Ownership;

/// <summary>Asks everybody who can know who made the routes of this namespace.</summary>
internal sealed class OwnerOracle
{
    private InterfaceOwners? _interfaces;

    /// <summary>What is known now. An owner that does not answer is left out; what is known without it still counts.</summary>
    public ValueTask<Owners> ReadAsync(CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        return ValueTask.FromResult(new Owners(_interfaces ??= InterfaceOwners.Here()));
    }
}
