namespace IwTune.Agent.Windows.Templates.Netsh;

/// <summary>netsh, with a notification after each write.</summary>
internal sealed class WrittenNetsh(INetsh netsh, Action written) : INetsh
{
    /// <inheritdoc/>
    public async ValueTask<NetshRun> RunAsync(NetshCommand command, CancellationToken ct)
    {
        try
        {
            return await netsh.RunAsync(command, ct);
        }
        finally
        {
            // Also when it failed: only a reading shows what it did.
            if (command.Writes)
                written();
        }
    }
}
