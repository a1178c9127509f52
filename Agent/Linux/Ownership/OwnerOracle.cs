namespace IwTune.Agent.Linux.Ownership;

/// <summary>Asks everybody who can know who made the routes of this namespace.</summary>
/// <param name="interfaces">Who manages which interface; <see langword="null"/> for what the state files of this namespace say.</param>
internal sealed class OwnerOracle(InterfaceOwners? interfaces = null)
{
    private InterfaceOwners? _interfaces = interfaces;

    /// <summary>What is known now. An owner that does not answer is left out; what is known without it still counts.</summary>
    public ValueTask<Owners> ReadAsync(CancellationToken ct)
    {
        ct.ThrowIfCancellationRequested();
        return ValueTask.FromResult(new Owners(_interfaces ??= InterfaceOwners.Here()));
    }
}
